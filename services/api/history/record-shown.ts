import { LRUCache } from 'lru-cache'
import type { EventStore } from '@app/contracts/event-store.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { appendAudit, hourOf } from '@app/record/audit.ts'

interface RecordingDeps {
  readonly store: Pick<EventStore, 'append'>
  readonly now: () => Date
}

/** @throws StoreError when it cannot be recorded: then nothing is answered */
export type RecordShown = (accountId: string, subject: string) => Promise<void>

const RECORDED_MAX = 1_000

/**
 * Records that an administrator was shown a person's data, once for each person and hour: the id is derived from them, and
 * names the stream, so that no stream is read.
 */
export function createShownRecorder({ store, now }: RecordingDeps): RecordShown {
  const recorded = new LRUCache<string, Promise<void>>({ max: RECORDED_MAX })

  async function append(id: string, accountId: string, subject: string, at: Date): Promise<void> {
    const actor = { kind: 'admin', id: accountId } as const
    try {
      await appendAudit(store, { type: 'PersonalDataShown', data: { subject } }, { id, actor, at })
    } catch (error) {
      recorded.delete(id)
      throw error
    }
  }

  return (accountId, subject) => {
    const at = now()
    const id = derivedId(`shown ${accountId} ${hourOf(at)} ${subject}`)
    const recording = recorded.get(id) ?? append(id, accountId, subject, at)
    recorded.set(id, recording)
    return recording
  }
}
