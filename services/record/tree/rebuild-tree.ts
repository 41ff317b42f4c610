import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@app/contracts/event-store.ts'
import { growTree } from './grow-tree.ts'
import { historyEvents, readLeaf } from '../unreadable-events.ts'
import { type Hash, type TreeHead, createGrowingRoot } from './merkle-tree.ts'
import { TreeMoved, type TreeStore } from './tree-store.ts'
import type { LogKeys } from '../trusted-seals.ts'

interface RebuildDeps {
  readonly keyOf: LogKeys
  /** What was signed here last; the newest seal of the log where nothing is known of it. */
  readonly signed: TreeHead | undefined
  readonly log: Pick<EventStore, 'readAll' | 'readStream' | 'headPosition'>
  readonly tree: TreeStore
}

/** The log is not what was sealed: its tables are all that tells what it had. */
export class RebuildRefused extends Error {}

const RACE_MS = 20

/**
 * Makes the tables of the record again from the log, beside a running sealer, and signs nothing. Readers find a part of the
 * tree meanwhile.
 * @returns the number of leaves
 * @throws RebuildRefused before anything was changed
 */
export async function rebuildTree(deps: RebuildDeps): Promise<number> {
  const { log, tree, signed } = deps
  // All of the log, so that nothing is emptied for a log that cannot be read to its end.
  const root = await rootAt(log, signed?.size ?? 0)
  if (signed !== undefined && root?.equals(signed.root) !== true)
    throw new RebuildRefused(`its first ${signed.size} events have another root than was signed`)
  await tree.clear()
  for (;;) {
    const size = await growTree(deps).then(
      ({ to, isAtHead }) => (isAtHead ? to.size : undefined),
      async (error: unknown) => {
        if (!(error instanceof TreeMoved)) throw error
        await pause(RACE_MS)
      },
    )
    if (size !== undefined) return size
  }
}

/** Undefined when the log has fewer events. */
async function rootAt(log: Pick<EventStore, 'readAll'>, size: number): Promise<Hash | undefined> {
  const tree = createGrowingRoot()
  let root: Hash | undefined
  for await (const page of historyEvents(log))
    for (const event of page) {
      if (tree.size() >= size) break
      tree.add(readLeaf(event).hash)
      if (tree.size() === size) root = tree.root()
    }
  return root
}
