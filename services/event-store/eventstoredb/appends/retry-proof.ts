import { StoreError, type AppendResult } from '@app/contracts/event-store.ts'
import { appendIdOf, positionOfRecorded } from '../events.ts'
import type { EventStoreDbReader } from '../eventstoredb-reader.ts'
import type { KnownHead } from '../known-head.ts'
import type { PendingAppend } from './pending-append.ts'

export interface ProofDeps {
  readonly reader: Pick<EventStoreDbReader, 'recordedAt'>
  readonly knownHead: KnownHead
}

/** Reads the last event, whose metadata has the id of the append that wrote it. */
export async function provenResult(
  { reader, knownHead }: ProofDeps,
  { stream, id }: Pick<PendingAppend, 'stream' | 'id'>,
  revision: bigint,
): Promise<AppendResult> {
  const last = await reader
    .recordedAt(stream, revision)
    .catch((error: unknown) => Promise.reject(positionUnknown(error)))
  if (last === undefined) throw positionUnknown(new Error(`stream ${stream}: its events are not shown`))
  const position = positionOfRecorded(last)
  knownHead.saw(position)
  return { revision, position, replayed: appendIdOf(last) !== id }
}

/** The events are written: a retry of the same append returns their position. */
const positionUnknown = (cause: unknown): StoreError =>
  new StoreError('Unavailable', 'written, but the event store could not be asked where', {
    ambiguous: true,
    cause,
  })
