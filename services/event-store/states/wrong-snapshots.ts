import { isDeepStrictEqual } from 'node:util'
import { deserialize } from 'node:v8'
import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import type { StateSnapshot, StateSnapshots } from '@app/contracts/state-snapshots.ts'
import { foldPast, type Folding } from './fold.ts'

interface WrongSnapshotsDeps {
  readonly snapshots: Pick<StateSnapshots, 'find' | 'streamsAfter'>
  /** Without cached states. */
  readonly store: Pick<EventStore, 'readStream'>
  readonly deciders: readonly Folding<unknown>[]
}

/**
 * Streams whose snapshot is not the state that their events give. An event that was changed, loaded and put back leaves
 * such a one, and the product would go on from it.
 */
export async function* wrongSnapshots(deps: WrongSnapshotsDeps): AsyncGenerator<string, void> {
  const { snapshots, store, deciders } = deps
  for (let after = ''; ;) {
    const streams = await snapshots.streamsAfter(after)
    if (streams.length === 0) return
    for (const stream of streams)
      for (const decider of deciders) {
        const snapshot = decider.keptAs && (await snapshots.find(stream, decider.keptAs))
        if (snapshot !== undefined && (await differs(store, decider, { stream, snapshot }))) yield stream
      }
    after = streams.at(-1)!
  }
}

async function differs(
  store: Pick<EventStore, 'readStream'>,
  decider: Folding<unknown>,
  {
    stream,
    snapshot: { next, lastId, bytes },
  }: { readonly stream: string; readonly snapshot: StateSnapshot },
): Promise<boolean> {
  try {
    const revision = next - 1n
    const [last] = await store.readStream(stream, { from: revision, limit: 1 })
    // Of another copy of the log: no load takes it.
    if (last?.id !== lastId) return false
    const past = await foldPast(store, decider, stream, { revision })
    return !isDeepStrictEqual(past?.state, deserialize(bytes))
  } catch (error) {
    if (isStoreError(error, 'StreamClosed')) return false
    // Events that nobody can read or parse give no state at all.
    if (isStoreError(error) && !isStoreError(error, 'Corrupt')) throw error
    return true
  }
}
