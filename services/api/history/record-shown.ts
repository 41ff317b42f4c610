import { LRUCache } from 'lru-cache'
import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { envelop } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'

interface RecordingDeps {
  readonly store: Pick<EventStore, 'append'>
  readonly now: () => Date
}

/** @throws StoreError when it cannot be recorded: then nothing is answered */
export type RecordShown = (accountId: string, subject: string) => Promise<void>

const HOUR_MS = 3_600_000
const RECORDED_MAX = 1_000

/**
 * Records that an administrator was shown a person's data, once for each person and hour: the id is derived from them, and
 * names the stream, so that no stream is read.
 */
export function createShownRecorder({ store, now }: RecordingDeps): RecordShown {
  const recorded = new LRUCache<string, Promise<void>>({ max: RECORDED_MAX })

  async function append(id: string, accountId: string, subject: string, at: Date): Promise<void> {
    const cause = {
      actor: { kind: 'admin', id: accountId },
      occurredAt: at.toISOString(),
      correlationId: id,
    } as const
    try {
      const shown = envelop({ type: 'PersonalDataShown', data: { subject } }, id, cause)
      await store.append(auditStream(id), 'noStream', [shown])
    } catch (error) {
      if (isStoreError(error, 'Conflict')) return // another process was faster
      recorded.delete(id)
      throw error
    }
  }

  return (accountId, subject) => {
    const at = now()
    const id = derivedId(`shown ${accountId} ${Math.floor(at.getTime() / HOUR_MS)} ${subject}`)
    const recording = recorded.get(id) ?? append(id, accountId, subject, at)
    recorded.set(id, recording)
    return recording
  }
}
