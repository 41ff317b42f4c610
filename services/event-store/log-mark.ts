import { isStoreError, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'

/** An event that a log holds for ever, beside a checkpoint: an older copy that has grown again has another one there. */
export type LogMark = Pick<StoredEvent, 'id' | 'stream' | 'revision'>

/** One read by its key. What is before the mark is the same as well, because a log is only ever cut at its end. */
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
