import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { derivedId } from '../kernel/log/ids.ts'
import { appendAudit, hourOf } from './audit.ts'
import type { Reading } from './history-filter.ts'
import type { Ctx } from '../platform/ctx.ts'

/**
 * Records before the answer what an administrator is shown, once an hour: the id is derived from it and names the stream, so
 * that no stream is read, and further ones append nothing, in any process.
 */
async function recordHourly(
  { store, now }: Pick<Ctx, 'store' | 'now'>,
  accountId: string,
  shown: string,
  event: DomainEvent,
) {
  const at = now()
  const what = event.type === 'HistoryRead' ? 'history read' : 'shown'
  const id = derivedId(`${what} ${accountId} ${hourOf(at)} ${shown}`)
  await appendAudit(store, event, { id, actor: { kind: 'admin', id: accountId }, at })
}

/**
 * @param shown the stream of the profile, account or request that an event belongs to
 * @throws StoreError when it cannot be recorded: then nothing is answered
 */
export type RecordReading = (accountId: string, reading: Reading, shown?: string) => Promise<void>

export const createRecordReading =
  (deps: Pick<Ctx, 'store' | 'now'>): RecordReading =>
  (accountId, reading, shown = `${reading.person ?? ''} ${reading.entity ?? ''}`) => {
    const filter = Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined))
    return recordHourly(deps, accountId, `${reading.form} ${shown}`, {
      type: 'HistoryRead',
      data: { filters: [filter as Reading] },
    })
  }

/** @throws StoreError when it cannot be recorded: then nothing is answered */
export type RecordShown = (accountId: string, subject: string) => Promise<void>

export const createShownRecorder =
  (deps: Pick<Ctx, 'store' | 'now'>): RecordShown =>
  (accountId, subject) =>
    recordHourly(deps, accountId, subject, { type: 'PersonalDataShown', data: { subject } })
