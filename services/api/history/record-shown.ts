import { derivedId } from '@app/event-store/ids.ts'
import type { Events } from '@app/kernel/commands.ts'
import { appendAudit, hourOf } from '@app/record/audit.ts'

interface RecordingDeps {
  readonly store: Events
  readonly now: () => Date
}

/** @throws StoreError when it cannot be recorded: then nothing is answered */
export type RecordShown = (accountId: string, subject: string) => Promise<void>

/**
 * Records that an administrator was shown a person's data, once for each person and hour: the id is derived from them, and
 * names the stream, so that no stream is read.
 */
export const createShownRecorder =
  ({ store, now }: RecordingDeps): RecordShown =>
  async (accountId, subject) => {
    const at = now()
    const id = derivedId(`shown ${accountId} ${hourOf(at)} ${subject}`)
    const actor = { kind: 'admin', id: accountId } as const
    await appendAudit(store, { type: 'PersonalDataShown', data: { subject } }, { id, actor, at })
  }
