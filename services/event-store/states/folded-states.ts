import { deserialize, serialize } from 'node:v8'
import type { EventStore, Revision } from '@app/contracts/event-store.ts'
import type { KeptAs } from '@app/domain/decider.ts'
import { foldOn, nothingFolded, type Folded, type Folding } from './fold.ts'
import { createStateCache } from './state-cache.ts'

/** A folded state as it is kept outside of memory. */
export interface Snapshot {
  readonly next: Revision
  /** Of the last event in it: a log that does not have it there is not the log that was folded. */
  readonly lastId: string
  readonly bytes: Buffer
}

/** Where snapshots are kept, sealed with the key of the person whom a stream is about. */
export interface StateSnapshots {
  /** Another one once that key is destroyed: whatever was opened under an earlier mark is worthless. */
  markOf(stream: string): Promise<string>
  find(stream: string, as: KeptAs): Promise<Snapshot | undefined>
  /** Keeps nothing where the mark is not that one any more. */
  save(stream: string, as: KeptAs, snapshot: Snapshot, mark: string): Promise<void>
}

/** Folded states by stream. What one holds is the log's present state: what came since is read each time. */
export interface FoldedStates {
  load<State>(
    store: Pick<EventStore, 'readStream'>,
    decider: Folding<State>,
    stream: string,
  ): Promise<Folded<State>>
  /** The log does not hold what is remembered of the stream. */
  forget(decider: Pick<Folding<never>, 'keptAs'>, stream: string): void
  /** Nothing is left in memory, also of loads that are under way. */
  forgetAll(): void
  /** How many are in memory. */
  size(): number
  /** Once no snapshot is being written. */
  settled(): Promise<void>
}

export interface FoldedStatesDeps {
  readonly snapshots: StateSnapshots
  readonly onTrouble: (error: unknown) => void
  readonly entriesMax?: number
  readonly bytesMax?: number
  readonly snapshotEveryEvents?: number
}

const ENTRIES_MAX = 5_000
const BYTES_MAX = 16 * 1024 * 1024
const SNAPSHOT_EVERY_EVENTS = 200
/** Beside the answers, on connections that these need as well; who finds no room writes it with the next load. */
const SAVES_AT_ONCE = 2

interface Entry {
  readonly folded: Folded<unknown>
  readonly mark: string
  /** Where the newest snapshot ends. */
  readonly snapshotNext: Revision
  readonly bytes: number
}

interface Run {
  readonly deps: FoldedStatesDeps
  readonly cache: ReturnType<typeof createStateCache<Entry>>
  /** First loads under way: others wait for them and then read only what came since. */
  readonly building: Map<string, Promise<Entry>>
  readonly saves: Map<string, Promise<void>>
  /** Grows with `forgetAll`. */
  generation: number
}

interface Load {
  readonly store: Pick<EventStore, 'readStream'>
  readonly decider: Folding<unknown>
  readonly stream: string
  readonly as: KeptAs
}

/** Keeps the states of deciders that say so, in memory and, of long streams, in sealed snapshots. */
export function createFoldedStates(deps: FoldedStatesDeps): FoldedStates {
  const { entriesMax = ENTRIES_MAX, bytesMax = BYTES_MAX } = deps
  const cache = createStateCache<Entry>({ entriesMax, bytesMax })
  const run: Run = { deps, cache, building: new Map(), saves: new Map(), generation: 0 }
  return {
    load: async <State>(
      store: Pick<EventStore, 'readStream'>,
      decider: Folding<State>,
      stream: string,
    ): Promise<Folded<State>> => {
      const { keptAs: as } = decider
      if (as === undefined) return foldOn(store, decider, stream, nothingFolded(decider))
      const load = { store, decider: decider as Folding<unknown>, stream, as }
      return (await loadKept(run, load)) as Folded<State>
    },
    forget: ({ keptAs: as }, stream) => {
      if (as !== undefined) cache.delete(keyOf({ as, stream }))
    },
    forgetAll: () => {
      run.generation += 1
      cache.clear()
    },
    size: cache.size,
    settled: async () => {
      await Promise.all(run.saves.values())
    },
  }
}

const keyOf = ({ as, stream }: Pick<Load, 'as' | 'stream'>): string => `${as.name}/${stream}`

async function loadKept(run: Run, load: Load): Promise<Folded<unknown>> {
  const known = await follow(run, load)
  if (known !== undefined) return known.folded
  const building = run.building.get(keyOf(load))
  if (building === undefined) return (await buildForAll(run, load)).folded
  await building.catch(() => undefined)
  return ((await follow(run, load)) ?? (await buildForAll(run, load))).folded
}

/** What is remembered, with what came since; undefined where nothing is, or the key was destroyed. */
async function follow(run: Run, load: Load): Promise<Entry | undefined> {
  const { store, decider, stream } = load
  const { generation } = run
  const entry = run.cache.get(keyOf(load))
  if (entry === undefined) return undefined
  // Both at once is enough: under the mark of the entry the key was there before, and is there still.
  const [mark, folded] = await Promise.all([
    run.deps.snapshots.markOf(stream),
    foldOn(store, decider, stream, entry.folded),
  ])
  if (mark !== entry.mark) return undefined
  const isSame = folded.next === entry.folded.next
  return keep(run, load, isSame ? entry : { ...entry, ...sized(folded) }, generation)
}

async function buildForAll(run: Run, load: Load): Promise<Entry> {
  const [key, { generation }] = [keyOf(load), run]
  const building = build(run.deps, load).then((entry) => keep(run, load, entry, generation))
  run.building.set(key, building)
  try {
    return await building
  } finally {
    if (run.building.get(key) === building) run.building.delete(key)
  }
}

async function build({ snapshots }: FoldedStatesDeps, { store, decider, stream, as }: Load): Promise<Entry> {
  // Before anything is opened: what is opened with a key that is destroyed afterwards must bear an old mark.
  const mark = await snapshots.markOf(stream)
  const snapshot = await verified(store, stream, await snapshots.find(stream, as))
  const from = snapshot === undefined ? nothingFolded(decider) : restored(snapshot)
  const folded = await foldOn(store, decider, stream, from)
  return { ...sized(folded), mark, snapshotNext: from.next }
}

const restored = ({ next, lastId, bytes }: Snapshot): Folded<unknown> => ({
  state: deserialize(bytes) as unknown,
  next,
  lastId,
})

/** A log that was put back from a backup may end before the snapshot, or go on otherwise. */
async function verified(
  store: Load['store'],
  stream: string,
  snapshot: Snapshot | undefined,
): Promise<Snapshot | undefined> {
  if (snapshot === undefined) return undefined
  const [last] = await store.readStream(stream, { from: snapshot.next - 1n, limit: 1 })
  return last?.id === snapshot.lastId ? snapshot : undefined
}

const sized = (folded: Folded<unknown>): Pick<Entry, 'folded' | 'bytes'> => ({
  folded,
  bytes: serialize(folded.state).length,
})

/** Remembers what was loaded; of a stream that is not there nothing, for anybody may ask for any number of those. */
function keep(run: Run, load: Load, entry: Entry, generation: number): Entry {
  const { folded, mark } = entry
  if (folded.next === 0n || generation !== run.generation) return entry
  const found = run.cache.get(keyOf(load))
  const known = found?.mark === mark ? found : undefined
  if (known !== undefined && known.folded.next > folded.next) return entry
  const snapshotNext = later(entry.snapshotNext, known?.snapshotNext ?? 0n)
  const kept = { ...entry, snapshotNext: saved(run, load, { ...entry, snapshotNext }) }
  run.cache.put(keyOf(load), kept)
  return kept
}

const later = (one: Revision, other: Revision): Revision => (one > other ? one : other)

/** Begins a snapshot where one is due. One that fails is not tried again before as many events have come again. */
function saved({ deps, saves }: Run, load: Load, { folded, mark, snapshotNext }: Entry): Revision {
  const { next, lastId, state } = folded
  const key = keyOf(load)
  const isDue = next - snapshotNext >= (deps.snapshotEveryEvents ?? SNAPSHOT_EVERY_EVENTS)
  if (!isDue || lastId === undefined || saves.has(key) || saves.size >= SAVES_AT_ONCE) return snapshotNext
  const saving = deps.snapshots
    .save(load.stream, load.as, { next, lastId, bytes: serialize(state) }, mark)
    .catch(deps.onTrouble)
    .finally(() => saves.delete(key))
  saves.set(key, saving)
  return next
}
