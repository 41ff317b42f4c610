import { setTimeout as pause } from 'node:timers/promises'
import { START, type EventStore } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { leafOf } from './leaf.ts'
import { dropOtherCosignatures } from './seal-tables.ts'
import { lastSealOf } from './last-seal.ts'
import { growTree } from './grow-tree.ts'
import { leafHash, type Hash } from './tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf } from './tree/tiles.ts'
import { TreeMoved, type TreeStore } from './tree-store.ts'
import { findCosignedSize, type SealTrust } from './trusted-seals.ts'

interface RebuildDeps extends SealTrust {
  /** Whose seals count. */
  readonly vkeys: readonly string[]
  readonly log: Pick<EventStore, 'readAll' | 'readStream' | 'headPosition'>
  readonly db: pg.Pool
  readonly tree: TreeStore
}

/** The log is not what was sealed: its tables are all that tells what it had. */
export class RebuildRefused extends Error {}

const PAGE_EVENTS = 1_024
const RACE_MS = 20

/**
 * Makes the tables of the record again from the log, beside a running sealer, and signs nothing. Readers find a part of the
 * tree meanwhile.
 * @returns the number of leaves
 * @throws RebuildRefused before anything was changed
 */
export async function rebuildTree(deps: RebuildDeps): Promise<number> {
  const { log, db, tree, witness } = deps
  const { seal: last } = await lastSealOf(log, deps.vkeys)
  if (last !== undefined && (await rootOf(log, last.size))?.equals(last.root) !== true)
    throw new RebuildRefused(`its first ${last.size} events have another root than their seal`)
  await tree.clear()
  for (;;) {
    const size = await growTree(deps).then(
      ({ to, isAtHead }) => (isAtHead ? to.size : undefined),
      async (error: unknown) => {
        if (!(error instanceof TreeMoved)) throw error
        await pause(RACE_MS)
      },
    )
    if (size === undefined) continue
    // A witness signs the next checkpoint again.
    await dropOtherCosignatures(db, (await findCosignedSize(deps)) > 0 ? witness : undefined)
    return size
  }
}

/** Undefined when the log has fewer events. */
async function rootOf(log: Pick<EventStore, 'readAll'>, size: number): Promise<Hash | undefined> {
  let edge = EMPTY_EDGE
  for (let position = START; edge.size < size;) {
    const page = await log.readAll(position, { limit: Math.min(PAGE_EVENTS, size - edge.size) })
    edge = extended(
      edge,
      page.events.map((event) => leafHash(leafOf(event))),
    ).edge
    if (page.isAtHead) break
    position = page.scannedTo
  }
  return edge.size === size ? headOf(edge).root : undefined
}
