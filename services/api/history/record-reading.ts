import { LRUCache } from 'lru-cache'
import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { envelop, type Cause } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { Reading } from './history-filter.ts'

interface RecordingDeps {
  readonly store: Pick<EventStore, 'append'>
  readonly now: () => Date
}

/** @throws StoreError when it cannot be recorded: then nothing is answered */
export type RecordReading = (accountId: string, reading: Reading) => Promise<void>
/** @throws StoreError when it cannot be recorded: then nothing is answered */
export type RecordShown = (accountId: string, subject: string) => Promise<void>

const HOUR_MS = 3_600_000
/** Remembered, so that the pages of a list cost one append. */
const RECORDED_MAX = 1_000

type AuditEvent = Extract<DomainEvent, { type: 'HistoryRead' | 'PersonalDataShown' }>

/** Once an hour for each name: the id is derived from both, and names the stream, so that no stream is read. */
function createAuditRecorder({ store, now }: RecordingDeps) {
  const recorded = new LRUCache<string, Promise<void>>({ max: RECORDED_MAX })

  async function append(id: string, event: AuditEvent, cause: Cause): Promise<void> {
    try {
      await store.append(auditStream(id), 'noStream', [envelop(event, id, cause)])
    } catch (error) {
      if (isStoreError(error, 'Conflict')) return // another process was faster
      recorded.delete(id)
      throw error
    }
  }

  return (accountId: string, event: AuditEvent, nameIn: (hour: number) => string): Promise<void> => {
    const at = now()
    const id = derivedId(nameIn(Math.floor(at.getTime() / HOUR_MS)))
    const actor = { kind: 'admin', id: accountId } as const
    const recording =
      recorded.get(id) ?? append(id, event, { actor, occurredAt: at.toISOString(), correlationId: id })
    recorded.set(id, recording)
    return recording
  }
}

/** Records that an administrator has read the history, once for each filter and hour. */
export function createReadingRecorder(deps: RecordingDeps): RecordReading {
  const record = createAuditRecorder(deps)
  return (accountId, reading) => {
    const data = Object.fromEntries(
      Object.entries(reading).filter(([, value]) => value !== undefined),
    ) as Reading
    const filter = JSON.stringify(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    return record(
      accountId,
      { type: 'HistoryRead', data },
      (hour) => `history read ${accountId} ${hour} ${filter}`,
    )
  }
}

/** Records that an administrator was shown a person's data, once for each person and hour. */
export function createShownRecorder(deps: RecordingDeps): RecordShown {
  const record = createAuditRecorder(deps)
  return (accountId, subject) =>
    record(
      accountId,
      { type: 'PersonalDataShown', data: { subject } },
      (hour) => `shown ${accountId} ${hour} ${subject}`,
    )
}
