import { deserialize, serialize } from 'node:v8'
import type { EventStore, Revision } from '@app/contracts/event-store.ts'
import type { KeptAs, StateSnapshot, StateSnapshots } from '@app/contracts/state-snapshots.ts'
import { LRUCache } from 'lru-cache'
import { foldOn, nothingFolded, type Folded, type Folding } from './fold.ts'

export interface FoldedStates {
  load<State>(
    store: Pick<EventStore, 'readStream'>,
    decider: Folding<State>,
    stream: string,
  ): Promise<Folded<State>>
  forget(decider: Pick<Folding<never>, 'keptAs'>, stream: string): void
  /** Loads under way cache nothing either. */
  forgetAll(): void
  size(): number
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
/** Snapshots use the connections of requests. One without a slot is written at the next load. */
const SAVES_AT_ONCE = 2

interface Entry {
  readonly folded: Folded<unknown>
  readonly mark: string
  readonly snapshotNext: Revision
  readonly bytes: number
}

interface Run {
  readonly deps: FoldedStatesDeps
  readonly cache: LRUCache<string, Entry>
  /** First loads under way: others wait for them, and then read only later events. */
  readonly building: Map<string, Promise<Entry>>
  readonly saves: Map<string, Promise<void>>
  generation: number
}

interface Load {
  readonly store: Pick<EventStore, 'readStream'>
  readonly decider: Folding<unknown>
  readonly stream: string
  readonly as: KeptAs
}

export function createFoldedStates(deps: FoldedStatesDeps): FoldedStates {
  const { entriesMax = ENTRIES_MAX, bytesMax = BYTES_MAX } = deps
  // An entry above the limit is not stored, and removes only what its key held before.
  const cache = new LRUCache<string, Entry>({
    max: entriesMax,
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }) => bytes,
  })
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
    size: () => cache.size,
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

async function follow(run: Run, load: Load): Promise<Entry | undefined> {
  const { store, decider, stream } = load
  const { generation } = run
  const entry = run.cache.get(keyOf(load))
  if (entry === undefined) return undefined
  // In parallel: an unchanged mark proves that the key existed all the time.
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
  // Read first: if the key is destroyed afterwards, the entry bears an old mark.
  const mark = await snapshots.markOf(stream)
  const snapshot = await verified(store, stream, await snapshots.find(stream, as))
  const from = snapshot === undefined ? nothingFolded(decider) : restored(snapshot)
  const folded = await foldOn(store, decider, stream, from)
  return { ...sized(folded), mark, snapshotNext: from.next }
}

const restored = ({ next, lastId, bytes }: StateSnapshot): Folded<unknown> => ({
  state: deserialize(bytes) as unknown,
  next,
  lastId,
})

/** A log restored from a backup may end before the snapshot, or continue differently. */
async function verified(
  store: Load['store'],
  stream: string,
  snapshot: StateSnapshot | undefined,
): Promise<StateSnapshot | undefined> {
  if (snapshot === undefined) return undefined
  const [last] = await store.readStream(stream, { from: snapshot.next - 1n, limit: 1 })
  return last?.id === snapshot.lastId ? snapshot : undefined
}

const sized = (folded: Folded<unknown>): Pick<Entry, 'folded' | 'bytes'> => ({
  folded,
  bytes: serialize(folded.state).length,
})

/** Caches nothing for a missing stream: anybody may request any number of those. */
function keep(run: Run, load: Load, entry: Entry, generation: number): Entry {
  const { folded, mark } = entry
  if (folded.next === 0n || generation !== run.generation) return entry
  const found = run.cache.get(keyOf(load))
  const known = found?.mark === mark ? found : undefined
  if (known !== undefined && known.folded.next > folded.next) return entry
  const snapshotNext = later(entry.snapshotNext, known?.snapshotNext ?? 0n)
  const kept = { ...entry, snapshotNext: saved(run, load, { ...entry, snapshotNext }) }
  run.cache.set(keyOf(load), kept)
  return kept
}

const later = (one: Revision, other: Revision): Revision => (one > other ? one : other)

/** A failed snapshot is tried again only after as many further events. */
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
