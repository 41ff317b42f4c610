import { setImmediate as nextTurn } from 'node:timers/promises'
import { logHead, type LogHead } from '@app/contracts/record.ts'
import { START } from '@app/contracts/event-store.ts'
import { allBlocks, type StoredBlock, headHash, headText, type SignedHead } from './blocks.ts'
import { BLOCK_EVENTS_MAX, ChainRefused, headAfter, repeatedBlocks, type ChainDeps } from './chain.ts'
import { HASH_BYTES, hashesOf, readLeaves, type Leaf, type LeafReader } from './leaf.ts'

export type HistoryFault =
  | (BlockPlace & { readonly kind: 'event'; readonly leaf: Leaf })
  | (BlockPlace & { readonly kind: 'missing' })
  | (BlockPlace & { readonly kind: 'block' })
  /** The chain was signed, and does not continue the head beside the key, or the one that was stored elsewhere. */
  | { readonly kind: 'beside-key'; readonly head: LogHead }
  | { readonly kind: 'elsewhere'; readonly head: LogHead }

interface BlockPlace {
  readonly from: number
  readonly to: number
}

export interface HistoryVerdict {
  readonly events: number
  readonly signed: number
  readonly fault: HistoryFault | undefined
}

/** Stops at the first fault; only a page is in memory. @param outside a head that somebody keeps elsewhere */
export async function verifyHistory(
  deps: Pick<ChainDeps, 'db' | 'log' | 'key' | 'headFile'>,
  outside?: LogHead,
): Promise<HistoryVerdict> {
  const log = readLeaves(deps.log, START)
  const fileHead = await deps.headFile.read()
  let [last, hasOutside]: [LogHead | undefined, boolean] = [undefined, outside === undefined]
  const verdict = (events: number, fault?: HistoryFault): HistoryVerdict => ({
    events,
    signed: last?.size ?? 0,
    fault,
  })
  for await (const block of allBlocks(deps.db)) {
    const leaves = await log.take(Math.min(block.leaves.length / HASH_BYTES, BLOCK_EVENTS_MAX))
    const fault = faultOf(deps, { last, block, leaves })
    if (fault !== undefined) return verdict((last?.size ?? 0) + leaves.length, fault)
    last = block.head
    if (outside !== undefined && headHash(outside) === headHash(last)) hasOutside = true
    await nextTurn()
  }
  const next = await log.take(BLOCK_EVENTS_MAX)
  const events = (last?.size ?? 0) + next.length + (await countRest(log))
  if (fileHead !== undefined && !continues(deps, last, fileHead, next))
    return verdict(events, { kind: 'beside-key', head: fileHead })
  return verdict(
    events,
    outside === undefined || hasOutside ? undefined : { kind: 'elsewhere', head: outside },
  )
}

interface Judged {
  readonly last: LogHead | undefined
  readonly block: StoredBlock
  readonly leaves: readonly Leaf[]
}

function faultOf(
  { key, log }: Pick<ChainDeps, 'key' | 'log'>,
  { last, block, leaves }: Judged,
): HistoryFault | undefined {
  const { head } = block
  const from = last?.size ?? 0
  const place = { from, to: from + Math.ceil(block.leaves.length / HASH_BYTES) }
  if (!logHead.safeParse(head).success) return { ...place, kind: 'block' }
  const made = headAfter(last, log.storeId, { leaves: block.leaves, at: head.at })
  const isSigned = key.hasSigned(headText(head), head.signature)
  if (!isSigned || headHash(made) !== headHash(head)) return { ...place, kind: 'block' }
  const signed = block.leaves.toString('hex')
  const other = leaves.find(({ hash }, nth) => !signed.startsWith(hash, nth * hash.length))
  if (other !== undefined) return { ...place, kind: 'event', leaf: other }
  return leaves.length < head.size - from ? { ...place, kind: 'missing' } : undefined
}

/** A crash may have taken back the last blocks: the log must still have their events. */
function continues(
  { key, log }: Pick<ChainDeps, 'key' | 'log'>,
  head: LogHead | undefined,
  fileHead: SignedHead,
  next: readonly Leaf[],
): boolean {
  try {
    repeatedBlocks({ key, log: log.storeId }, { size: head?.size ?? 0, head }, fileHead, hashesOf(next))
    return true
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error
    return false
  }
}

async function countRest(log: LeafReader): Promise<number> {
  for (let count = 0; ;) {
    const leaves = await log.take(BLOCK_EVENTS_MAX)
    count += leaves.length
    if (leaves.length === 0) return count
  }
}
