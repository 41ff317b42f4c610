import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  isStoreError,
  type EventStore,
  type Expected,
  type LogPage,
  type NewEvent,
  type Position,
} from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { holdsMark } from '@app/event-store/log-mark.ts'
import { checkpointText } from './checkpoint.ts'
import { leafOf } from './leaf.ts'
import type { NoteSigner } from './signed-note.ts'
import { consistencyRanges, isConsistent, leafHash, type TreeHead } from './tree/merkle-tree.ts'
import { TileDamaged } from './tree/tiles.ts'
import { findSeals, type FoundSeals } from './seal-tables.ts'
import type { TreeState, TreeStore } from './tree-store.ts'
import type { NewLeaf } from './tree-tables.ts'

/** No more events than these lie between two seals. */
export const UNSEALED_EVENTS_MAX = 4_096

export interface SealerDeps {
  /** As it is stored: personal fields are ciphertext. */
  readonly log: Pick<EventStore, 'append' | 'readAll' | 'readStream'>
  readonly tree: TreeStore
  readonly signer: NoteSigner & { readonly vkey: string }
  readonly now: () => Date
  readonly newId: () => string
}

type Growing = Pick<SealerDeps, 'tree'> & { readonly log: Pick<EventStore, 'readAll' | 'readStream'> }

export interface SealStep {
  readonly head: TreeHead
  /** The tree has all that the log had. */
  readonly isAtHead: boolean
  readonly isSealed: boolean
  /** Up to here the log was read. */
  readonly position: Position
  /** A seal is due, but the one before it is too young: it can be made after this time. */
  readonly dueInMs: number
}

/** The tree does not continue the last seal: its tables were changed, or the log was. Nothing is signed. */
class TreeDiffers extends TileDamaged {}

/** The last seal of the log, and where the next event of its stream stands. */
interface LastSeal {
  readonly size: number
  readonly root: string | null
  readonly keyId: string | undefined
  readonly madeMs: number
  readonly expected: Expected
}

export interface SealOptions {
  /** Makes a seal for a changed key too, though nothing else has changed. */
  readonly namesKey?: boolean
  /** Told the last seal at each step: how long the next one still waits. Without it none does. */
  readonly waitMs?: (last: Pick<LastSeal, 'expected' | 'madeMs'>) => number
}

/**
 * Takes the next events of the log into the tree, and signs it. Events that are seals themselves are leaves as well, but
 * are no reason for a new seal: otherwise a log at rest would grow for ever.
 * @throws StoreError, TileDamaged, TreeMoved when another process was faster: the next step goes on from there
 */
export async function sealNext(deps: SealerDeps, options: SealOptions = {}): Promise<SealStep> {
  const { log, tree } = deps
  const { to, head, isAtHead } = await growTree(deps)
  const last = await lastSealOf(log)
  const waitMs = options.waitMs?.(last) ?? 0
  const step = { head, isAtHead, position: to.position, isSealed: false, dueInMs: 0 }
  if (!isDue(deps, { to, last, options })) return step
  const isFull = !isAtHead || to.size - last.size >= UNSEALED_EVENTS_MAX
  const dueInMs = isFull ? 0 : waitMs
  if (dueInMs > 0) return { ...step, dueInMs }
  await expectContinued(tree, last, head)
  return { ...step, isSealed: await seal(deps, head, last) }
}

/**
 * Takes the next events of the log into the tree, and signs nothing.
 * @throws StoreError, TileDamaged, TreeMoved
 */
export async function growTree({ log, tree }: Growing) {
  const from = await sameLogState({ log, tree })
  const { leaves, to, found, isAtHead } = await nextLeaves(log, from)
  // A log at rest may go on with events of its server alone, which are no leaves: they are read again, not written down.
  const hasMoved = leaves.length > 0 || (!isAtHead && to.position > from.position)
  const head = hasMoved ? await tree.extend(from, { leaves, to, found }) : await tree.head()
  return { to, head, isAtHead }
}

/** Whether the tables have what the last seal signed. @throws TileDamaged */
export async function expectWholeTree({ log, tree }: Growing, goesOn: () => boolean): Promise<void> {
  await tree.expectWhole(goesOn)
  const last = await lastSealOf(log)
  if (last.root === null || last.size > (await tree.state()).size) return
  const [root] = await tree.hashesOf([{ start: 0, end: last.size }])
  if (root?.equals(Buffer.from(last.root, 'base64')) !== true)
    throw new TreeDiffers(`the tree has not what the seal of ${last.size} signed`)
}

interface Due {
  readonly to: TreeState
  readonly last: LastSeal
  readonly options: SealOptions
}

function isDue({ signer }: SealerDeps, { to, last, options }: Due): boolean {
  const hasOtherKey = last.keyId !== undefined && last.keyId !== signer.id
  return to.changesEnd > last.size || (options.namesKey === true && hasOtherKey && to.size > last.size)
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
  for (let to = from; ;) {
    const limit = Math.min(READ_AT_ONCE, UNSEALED_EVENTS_MAX - leaves.length)
    const page = await log.readAll(to.position, { limit })
    const { seals, keys, keptSize } = findSeals(page.events)
    found = { seals: [...found.seals, ...seals], keys: [...found.keys, ...keys] }
    to = stateAfter(to, page, keptSize)
    for (const event of page.events) {
      if (leaves.length % HASHED_AT_ONCE === HASHED_AT_ONCE - 1) await nextTurn()
      leaves.push({ hash: leafHash(leafOf(event)), position: event.position })
    }
    const isLast = page.isAtHead || page.events.length === 0 || leaves.length === UNSEALED_EVENTS_MAX
    if (isLast) return { leaves, to, found, isAtHead: page.isAtHead }
  }
}

/** As a witness would: tables that somebody has changed must not get a signature. */
async function expectContinued(tree: TreeStore, { size, root }: LastSeal, head: TreeHead): Promise<void> {
  if (root === null) return
  const proof = await tree.hashesOf(consistencyRanges(size, head.size))
  if (!isConsistent({ size, root: Buffer.from(root, 'base64') }, head, proof))
    throw new TreeDiffers(`the tree of ${head.size} leaves does not continue the seal of ${size}`)
}

/** An older copy of the log that has grown again has other events: its tree is made from its beginning. */
async function sameLogState({ log, tree }: Growing): Promise<TreeState> {
  const state = await tree.state()
  if (state.mark === undefined || (await holdsMark(log, state.mark))) return state
  await tree.clear()
  return tree.state()
}

function stateAfter(from: TreeState, { events, scannedTo: position }: LogPage, keptSize: number): TreeState {
  const last = events.at(-1)
  if (last === undefined) return { ...from, position }
  const lastChange = events.findLastIndex(({ stream }) => stream !== LOG_SEALS_STREAM)
  return {
    size: from.size + events.length,
    position,
    mark: { id: last.id, stream: last.stream, revision: last.revision },
    changesEnd: lastChange < 0 ? from.changesEnd : from.size + lastChange + 1,
    keptSize: Math.max(from.keptSize, keptSize),
  }
}

const NO_SEAL: LastSeal = { size: 0, root: null, keyId: undefined, madeMs: -Infinity, expected: 'noStream' }

/** A key is named in the append of its first seal, so that the stream always ends in a seal. */
export async function lastSealOf(log: Pick<EventStore, 'readStream'>): Promise<LastSeal> {
  const [newest] = await log.readStream(LOG_SEALS_STREAM, { direction: 'backward', limit: 1 })
  if (newest === undefined) return NO_SEAL
  const { data } = readEvent(newest) as PastEventOf<'LogSealed'>
  return {
    size: Number(data.size),
    root: data.root,
    keyId: data.keyId,
    madeMs: Date.parse(newest.meta.occurredAt),
    expected: newest.revision,
  }
}

/** @returns false when another sealer was faster: its seal counts */
async function seal(deps: SealerDeps, head: TreeHead, last: LastSeal): Promise<boolean> {
  const { log, signer } = deps
  const text = checkpointText({ origin: signer.name, ...head })
  const sealed = eventOf(deps, 'LogSealed', {
    size: String(head.size),
    root: head.root.toString('base64'),
    previous: last.root,
    keyId: signer.id,
    signature: signer.sign(text).toString('base64'),
  })
  const isNewKey = last.keyId !== signer.id
  const named = isNewKey ? [eventOf(deps, 'SealKeyNamed', { vkey: signer.vkey })] : []
  try {
    await log.append(LOG_SEALS_STREAM, last.expected, [...named, sealed])
    return true
  } catch (error) {
    if (isStoreError(error, 'Conflict')) return false
    throw error
  }
}

function eventOf({ now, newId }: SealerDeps, type: string, data: NewEvent['data']): NewEvent {
  const id = newId()
  const actor = { kind: 'system', id: 'sealer' } as const
  const meta = { actor, occurredAt: now().toISOString(), correlationId: id, causationId: null }
  return { id, type, version: 1, data, meta }
}
