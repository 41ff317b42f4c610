import { StoreError, type AppendResult } from '@app/contracts/event-store.ts'
import { appendIdOf, positionOfRecorded } from '../events.ts'
import type { EventStoreDbReader } from '../eventstoredb-reader.ts'
import type { PendingAppend } from './pending-append.ts'

/** The server answers a retry as it answers a write. The last event's metadata has the id of the append that wrote it. */
export async function resultOf(
  { recordedAt }: Pick<EventStoreDbReader, 'recordedAt'>,
  { stream, id }: Pick<PendingAppend, 'stream' | 'id'>,
  revision: bigint,
): Promise<AppendResult> {
  const last = await recordedAt(stream, revision).catch((error: unknown) =>
    Promise.reject(positionUnknown(error)),
  )
  if (last === undefined) throw positionUnknown(new Error(`stream ${stream}: its events are not shown`))
  return { revision, position: positionOfRecorded(last), replayed: appendIdOf(last) !== id }
}

/** The events are written: a retry of the same append returns their position. */
const positionUnknown = (cause: unknown): StoreError =>
  new StoreError('Unavailable', 'written, but the event store could not be asked where', {
    ambiguous: true,
    cause,
  })
