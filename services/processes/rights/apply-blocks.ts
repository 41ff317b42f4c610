import type { Actor } from '@app/contracts/event-store.ts'
import type { KeptBack } from '@app/vault/block-ledger.ts'
import { blockSubject, unblockSubject, type BlockDeps } from './block-subject.ts'

const PAGE = 500

/** Repeats blocks and their ends that a restored backup has undone: the ledger has the very key. @returns how many */
export async function applyBlocks(deps: BlockDeps, actor: Actor): Promise<number> {
  const latest = new Map((await deps.blockLedger.read()).map((entry) => [entry.subject, entry]))
  const undone = await undoneAmong(deps, [...latest.values()])
  for (const entry of undone) await (entry.isBlocked ? blockSubject : unblockSubject)(deps, entry, actor)
  return undone.length
}

async function undoneAmong(
  { keys, blocks }: Pick<BlockDeps, 'keys' | 'blocks'>,
  entries: readonly KeptBack[],
): Promise<readonly KeptBack[]> {
  const undone: KeptBack[] = []
  for (let from = 0; from < entries.length; from += PAGE) {
    const page = entries.slice(from, from + PAGE)
    const subjects = page.map(({ subject }) => subject)
    const [ids, blocked] = await Promise.all([keys.idsOf(subjects), blocks.since(subjects)])
    undone.push(
      ...page.filter(
        ({ subject, keyId, isBlocked }) => ids.get(subject) === keyId && blocked.has(subject) !== isBlocked,
      ),
    )
  }
  return undone
}
