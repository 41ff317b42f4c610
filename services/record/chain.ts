import type pg from 'pg'
import type { LogHead } from '@app/contracts/record.ts'
import { START, type Position } from '@app/contracts/event-store.ts'
import type { SubscribedLog, Subscription } from '../kernel/subscription.ts'
import { inTransaction } from '../platform/postgres/in-transaction.ts'
import {
  findLastBlock,
  storeBlock,
  type StoredBlock,
  headHash,
  headText,
  type HeadFile,
  type LogKey,
  type SignedHead,
} from './blocks.ts'
import { HASH_BYTES, hashesOf, hashOf, leavesOf, type Leaf } from './leaf.ts'

export const BLOCK_EVENTS_MAX = 4_096

/** The log or its chain does not continue what was signed last: nothing is signed any more. */
export class ChainRefused extends Error {}

export interface ChainDeps {
  readonly db: pg.Pool
  /** As it is stored: personal fields are ciphertext. */
  readonly log: SubscribedLog
  readonly key: LogKey
  readonly headFile: HeadFile
  readonly now: () => Date
  /** With the first block of a day: the last head of the day before. */
  readonly onDay?: (last: LogHead, tx: pg.PoolClient) => Promise<unknown>
}

type UnsignedHead = Omit<LogHead, 'signature'>

interface Signing {
  readonly key: LogKey
  readonly log: string
}

const dayOf = (at: string): string => at.slice(0, 10)

export function headAfter(last: LogHead | undefined, log: string, block: Block): UnsignedHead {
  const previous = last === undefined ? '' : headHash(last)
  // Times never go back, even if the clock does: days stand in the order of heads.
  const at = last !== undefined && block.at < last.at ? last.at : block.at
  const day = last !== undefined && dayOf(last.at) === dayOf(at) ? last.day : previous
  const size = (last?.size ?? 0) + block.leaves.length / HASH_BYTES
  return { log, size, previous, day, block: hashOf(block.leaves).toString('hex'), at }
}

interface Block {
  readonly leaves: Buffer
  readonly at: string
}

export interface SignedBlock {
  readonly head: LogHead
  readonly leaves: Buffer
}

export interface Tip {
  readonly size: number
  readonly head: LogHead | undefined
  readonly through: Position
}
const tipOf = (last: StoredBlock | undefined): Tip =>
  last === undefined
    ? { size: 0, head: undefined, through: START }
    : { size: last.head.size, head: last.head, through: last.through }

/** Blocks of a lost commit must come out the same. @param leaves hashes behind the tip @throws ChainRefused */
export function repeatedBlocks(
  { key, log }: Signing,
  tip: Pick<Tip, 'size' | 'head'>,
  fileHead: SignedHead | undefined,
  leaves: Buffer,
): readonly SignedBlock[] {
  const isSigned = (head: LogHead): boolean => key.hasSigned(headText(head), head.signature)
  if (fileHead === undefined) {
    if (tip.head === undefined || isSigned(tip.head)) return []
    throw new ChainRefused('another key has signed the last head')
  }
  const { before, ...newest } = fileHead
  const ahead = [...before, newest].filter(({ size }) => size > tip.size)
  if (ahead.length === 0 && (tip.head === undefined || headHash(tip.head) !== headHash(newest)))
    throw new ChainRefused(`the chain has ${tip.size} events, and ${fileHead.size} were signed here`)
  const blocks: SignedBlock[] = []
  for (const head of ahead) {
    const from = blocks.at(-1)?.head ?? tip.head
    const block = { leaves: between(leaves, tip, from?.size, head.size), at: head.at }
    if (headHash(headAfter(from, log, block)) !== headHash(head) || !isSigned(head))
      throw new ChainRefused(`the log is not the one of which ${head.size} events were signed here`)
    blocks.push({ head, leaves: block.leaves })
  }
  return blocks
}

const between = (leaves: Buffer, { size }: Pick<Tip, 'size'>, from = 0, to = Infinity): Buffer =>
  leaves.subarray((from - size) * HASH_BYTES, (to - size) * HASH_BYTES)

function signedBlock({ key, log }: Signing, from: LogHead | undefined, block: Block): SignedBlock {
  const head = headAfter(from, log, block)
  return { head: { ...head, signature: key.sign(headText(head)) }, leaves: block.leaves }
}

/** The head is in its file before the commit: a lost one gets no other signature. @throws ChainRefused */
async function extend(deps: Omit<ChainDeps, 'db'>, read: readonly Leaf[], tx: pg.PoolClient): Promise<void> {
  const tip = tipOf(await findLastBlock(tx))
  // A log with a chain, whose checkpoint starts again.
  const events = read.filter(({ position }) => position > tip.through)
  if (events.length === 0) return
  const leaves = hashesOf(events)
  const signing = { key: deps.key, log: deps.log.storeId }
  const blocks = [...repeatedBlocks(signing, tip, await deps.headFile.read(), leaves)]
  const from = blocks.at(-1)?.head ?? tip.head
  const rest = between(leaves, tip, from?.size)
  if (rest.length > 0) blocks.push(signedBlock(signing, from, { leaves: rest, at: deps.now().toISOString() }))
  for (const block of blocks)
    await storeBlock(tx, { ...block, through: events[block.head.size - tip.size - 1]!.position })
  await keepHead(
    deps,
    tip,
    blocks.map(({ head }) => head),
    tx,
  )
}

async function keepHead(
  { headFile, onDay }: Pick<ChainDeps, 'headFile' | 'onDay'>,
  { head: last }: Tip,
  heads: readonly LogHead[],
  tx: pg.PoolClient,
): Promise<void> {
  const newest = heads.at(-1)
  if (newest === undefined) return
  if (last !== undefined && dayOf(last.at) !== dayOf(newest.at)) await onDay?.(last, tx)
  await headFile.write({ ...newest, before: heads.slice(0, -1) })
}

export const CHAIN = 'chain'
const EVERY_MS = 60_000

/** A block for each minute in which anything was appended. A log from before gets its chain from its beginning. */
export const chainSubscription = (
  deps: Omit<ChainDeps, 'db'>,
  {
    everyMs = EVERY_MS,
    onExtended,
  }: { readonly everyMs?: number; readonly onExtended?: (through: Position) => void } = {},
): Subscription => ({
  name: CHAIN,
  log: deps.log,
  eventsMax: BLOCK_EVENTS_MAX,
  everyMs,
  ...(onExtended && { atHead: onExtended }),
  handle: (events, tx, damaged) => extend(deps, leavesOf({ events, damaged }), tx),
})

/** The chain continues behind its first blocks. The abandoned head stays beside its file. */
export const acceptRestored = ({ db, headFile }: Pick<ChainDeps, 'db' | 'headFile'>, size: number) =>
  inTransaction(db, async (tx) => {
    await tx.query(
      `update kernel.checkpoints set position = 0, last_position = null, last_event = null, last_stream = null,
         last_revision = null where name = $1`,
      [CHAIN],
    )
    await tx.query('delete from record.blocks where size > $1', [size])
    const last = await findLastBlock(tx)
    await headFile.setAside()
    if (last !== undefined) await headFile.write({ ...last.head, before: [] })
  })
