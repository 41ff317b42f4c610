import { setImmediate as nextTurn } from 'node:timers/promises'
import { isStoreError, START, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import pg from 'pg'
import { holdsMark } from '@app/event-store/log-mark.ts'
import { readableOf, readLeaf, readPage, type HistoryPage } from '../unreadable-events.ts'
import { findSeals, type FoundSeals } from '../seal-tables.ts'
import { EMPTY_EDGE, extended, TileDamaged, type TreeEdge } from './tiles.ts'
import { signedSeals, type LogKeys } from '../trusted-seals.ts'
import type { TreeState, TreeStore } from './tree-store.ts'
import type { NewLeaf } from './tree-tables.ts'

/** No more events than these lie between two seals. */
export const UNSEALED_EVENTS_MAX = 4_096

interface Growing {
  /** As it is stored: personal fields are ciphertext. */
  readonly log: Pick<EventStore, 'readAll' | 'readStream' | 'headPosition'>
  readonly tree: TreeStore
  /** Whose seals and names the tables get. */
  readonly keyOf: LogKeys
}

/**
 * Takes the next events of the log into the tree, and signs nothing.
 * @throws StoreError, TileDamaged, TreeMoved
 */
export async function growTree(growing: Growing) {
  try {
    return await grown(growing)
  } catch (error) {
    if (error instanceof TileDamaged || !isFaultOfTables(error)) throw error
    throw new TileDamaged(`the tables of the tree cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Whoever writes rows that no tree has makes the database, or what reads them, refuse. It is no outage. */
function isFaultOfTables(error: unknown): boolean {
  if (error instanceof RangeError || isStoreError(error, 'Invalid') || isStoreError(error, 'InvalidPosition'))
    return true
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

async function grown({ log, tree, keyOf }: Growing) {
  const from = await sameLogState({ log, tree })
  const { leaves, to, found: all, isAtHead } = await nextLeaves(log, from)
  const found = await signedSeals(all, keyOf)
  // A log at rest may go on with events of its server alone, which are no leaves: they are read again, not written down.
  const hasMoved = leaves.length > 0 || (!isAtHead && to.position > from.position)
  const head = hasMoved ? await tree.extend(from, { leaves, to, found }) : await tree.head()
  return { to, head, isAtHead }
}

/** The edge of a tree, and up to where the log was read for it: the last leaf. */
export interface ReadTree {
  readonly edge: TreeEdge
  readonly position: Position
}

export const NOTHING_READ: ReadTree = { edge: EMPTY_EDGE, position: START }

/**
 * Makes a tree of this size of the log alone: its tables have no part in it.
 * @returns a smaller one when the log ends before; undefined when it was told to stop
 */
export async function readTree(
  log: Pick<EventStore, 'readAll'>,
  { edge: first, position: after }: ReadTree,
  { size, goesOn }: { readonly size: number; readonly goesOn: () => boolean },
): Promise<ReadTree | undefined> {
  let [edge, position] = [first, after]
  let from: TreeState = { size: edge.size, position, mark: undefined, changesEnd: 0, keptSize: 0 }
  while (edge.size < size) {
    if (!goesOn()) return undefined
    const { leaves, to, isAtHead } = await nextLeaves(log, from)
    const taken = leaves.slice(0, size - edge.size)
    edge = extended(
      edge,
      taken.map(({ hash }) => hash),
    ).edge
    position = taken.at(-1)?.position ?? position
    if (isAtHead) break
    from = to
  }
  return { edge, position }
}

/** Parsed in a row by the store, while taps wait; and hashed. */
const READ_AT_ONCE = 256
const HASHED_AT_ONCE = 32

interface NextLeaves {
  readonly leaves: readonly NewLeaf[]
  readonly found: FoundSeals
  readonly to: TreeState
  readonly isAtHead: boolean
}

/** As many as a seal may cover, read in small pages, so that taps are answered in between and no event is kept. */
async function nextLeaves(log: Pick<EventStore, 'readAll'>, from: TreeState): Promise<NextLeaves> {
  const leaves: NewLeaf[] = []
  let found: FoundSeals = { seals: [], keys: [] }
  for (let [to, atOnce] = [from, READ_AT_ONCE]; ;) {
    const limit = Math.min(atOnce, UNSEALED_EVENTS_MAX - leaves.length)
    const page = await readPage(log, to.position, limit)
    // Beside an event that nobody can read there are often more.
    atOnce = Math.min(READ_AT_ONCE, 2 * page.limit)
    const { seals, keys, keptSize } = findSeals(readableOf(page.events))
    found = { seals: [...found.seals, ...seals], keys: [...found.keys, ...keys] }
    to = stateAfter(to, page, keptSize)
    for (const event of page.events) {
      if (leaves.length % HASHED_AT_ONCE === HASHED_AT_ONCE - 1) await nextTurn()
      leaves.push({ hash: readLeaf(event).hash, position: event.position })
    }
    const isLast = page.isAtHead || page.events.length === 0 || leaves.length === UNSEALED_EVENTS_MAX
    if (isLast) return { leaves, to, found, isAtHead: page.isAtHead }
  }
}

/**
 * An older copy of the log that has grown again has other events: its tree is made from its beginning.
 * @throws TileDamaged for tables that have read on behind the end of the log: what comes there would be in no tree
 */
async function sameLogState({ log, tree }: Omit<Growing, 'keyOf'>): Promise<TreeState> {
  const state = await tree.state()
  if (state.mark !== undefined && !(await holdsMark(log, state.mark))) {
    await tree.clear()
    return tree.state()
  }
  const head = await log.headPosition()
  if (state.position > head)
    throw new TileDamaged(`the tree is at ${state.position}, and the log ends at ${head}`)
  return state
}

function stateAfter(
  from: TreeState,
  { events, scannedTo: position }: HistoryPage,
  keptSize: number,
): TreeState {
  const last = readableOf(events).at(-1)
  const lastChange = events.findLastIndex(
    (event) => !('stream' in event && event.stream === LOG_SEALS_STREAM),
  )
  return {
    size: from.size + events.length,
    position,
    mark: last === undefined ? from.mark : { id: last.id, stream: last.stream, revision: last.revision },
    changesEnd: lastChange < 0 ? from.changesEnd : from.size + lastChange + 1,
    keptSize: Math.max(from.keptSize, keptSize),
  }
}
