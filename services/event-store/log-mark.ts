import { isStoreError, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'

/** An event beside a checkpoint, which identifies the log: an older copy that has grown again has another one there. */
export type LogMark = Pick<StoredEvent, 'id' | 'stream' | 'revision'>

/** One read by its key. Events before the mark are then the same too, because a log is only cut at its end. */
export async function holdsMark(
  log: Pick<EventStore, 'readStream'>,
  { id, stream, revision }: LogMark,
): Promise<boolean> {
  try {
    const [found] = await log.readStream(stream, { from: revision, limit: 1 })
    return found?.id === id
  } catch (error) {
    // A closed stream can't be compared.
    if (isStoreError(error, 'StreamClosed') || isStoreError(error, 'Corrupt')) return true
    throw error
  }
}
