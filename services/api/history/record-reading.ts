import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { envelop } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { Reading } from './history-filter.ts'

export interface RecordReadingDeps {
  readonly store: Pick<EventStore, 'append'>
  readonly now: () => Date
}

const HOUR_MS = 3_600_000

/**
 * That an administrator has read the history, once for each filter and hour: its id is derived from them, and names its
 * stream, so that no stream is read.
 */
export async function recordReading(
  { store, now }: RecordReadingDeps,
  accountId: string,
  reading: Reading,
): Promise<void> {
  const at = now()
  const data = Object.fromEntries(
    Object.entries(reading).filter(([, value]) => value !== undefined),
  ) as Reading
  const filter = JSON.stringify(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const hour = Math.floor(at.getTime() / HOUR_MS)
  const id = derivedId(`history read ${accountId} ${hour} ${filter}`)
  const event = envelop({ type: 'HistoryRead', data }, id, {
    actor: { kind: 'admin', id: accountId },
    occurredAt: at.toISOString(),
    correlationId: id,
  })
  try {
    await store.append(auditStream(id), 'noStream', [event])
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error // else it stands already
  }
}
