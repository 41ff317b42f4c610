import { derivedId } from '@app/event-store/ids.ts'
import type { Events } from '@app/kernel/commands.ts'
import { appendAudit, hourOf } from '@app/record/audit.ts'
import type { Reading } from './history-filter.ts'

interface RecordingDeps {
  readonly store: Events
  readonly now: () => Date
}

/**
 * @param shown the stream of the profile, account or request that an event belongs to
 * @throws StoreError when the reading cannot be recorded: then nothing is answered
 */
export type RecordReading = (accountId: string, reading: Reading, shown?: string) => Promise<void>

/**
 * The log has a reading before it is answered. Each hour has one event for a form and what it shows, whose stream they name, so
 * that further readings append nothing, in any process.
 */
export const createRecordReading =
  ({ store, now }: RecordingDeps): RecordReading =>
  async (accountId, reading, shown = `${reading.person ?? ''} ${reading.entity ?? ''}`) => {
    const at = now()
    const id = derivedId(`history read ${accountId} ${hourOf(at)} ${reading.form} ${shown}`)
    const filter = Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined))
    await appendAudit(
      store,
      { type: 'HistoryRead', data: { filters: [filter as Reading] } },
      { id, actor: { kind: 'admin', id: accountId }, at },
    )
  }
