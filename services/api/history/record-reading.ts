import { LRUCache } from 'lru-cache'
import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { envelop } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { Reading } from './history-filter.ts'

interface RecordingDeps {
  readonly store: Pick<EventStore, 'append'>
  readonly now: () => Date
}

/** @throws StoreError when it cannot be recorded: then nothing is answered */
export type RecordReading = (accountId: string, reading: Reading) => Promise<void>

const HOUR_MS = 3_600_000
/** Remembered, so that the pages of a list cost one append. */
const RECORDED_MAX = 1_000

/**
 * Records that an administrator has read the history, once for each filter and hour: the id is derived from them, and names
 * the stream, so that no stream is read.
 */
export function createReadingRecorder({ store, now }: RecordingDeps): RecordReading {
  const recorded = new LRUCache<string, Promise<void>>({ max: RECORDED_MAX })

  async function append(id: string, { accountId, at, data }: RecordedReading): Promise<void> {
    const actor = { kind: 'admin', id: accountId } as const
    const cause = { actor, occurredAt: at.toISOString(), correlationId: id }
    try {
      await store.append(auditStream(id), 'noStream', [envelop({ type: 'HistoryRead', data }, id, cause)])
    } catch (error) {
      if (isStoreError(error, 'Conflict')) return // another process was faster
      recorded.delete(id)
      throw error
    }
  }

  return (accountId, reading) => {
    const at = now()
    const data = Object.fromEntries(
      Object.entries(reading).filter(([, value]) => value !== undefined),
    ) as Reading
    const filter = JSON.stringify(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const id = derivedId(`history read ${accountId} ${Math.floor(at.getTime() / HOUR_MS)} ${filter}`)
    const recording = recorded.get(id) ?? append(id, { accountId, at, data })
    recorded.set(id, recording)
    return recording
  }
}

interface RecordedReading {
  readonly accountId: string
  readonly at: Date
  readonly data: Reading
}
