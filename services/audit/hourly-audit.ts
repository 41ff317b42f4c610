import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { derivedId } from '../kernel/log/ids.ts'
import type { Reading } from './history-filter.ts'
import type { Ctx } from '../platform/ctx.ts'
import { isStoreError, type Actor } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/record.ts'
import { append, envelop, type Events } from '../kernel/commands.ts'

const HOUR_MS = 3_600_000

/** A fact of an hour has the hour's number in its id. */
const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS)

interface Recorded {
  /** Names the stream as well, so that none is read. */
  readonly id: string
  readonly actor: Actor
  readonly at: Date
}

/** @returns false where the log has that event: of another process, or of this one before its last start */
export async function appendAudit(
  store: Events,
  event: DomainEvent,
  { id, actor, at }: Recorded,
): Promise<boolean> {
  const cause = { actor, occurredAt: at.toISOString(), correlationId: id }
  try {
    return !(await append(store, auditStream(id), 'noStream', [envelop(event, id, cause)])).replayed
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
    return false
  }
}

/** Recorded before the answer, once an hour: the id names the stream, so that further ones append nothing. */
async function recordHourly(
  { store, now }: Pick<Ctx, 'store' | 'now'>,
  accountId: string,
  shown: string,
  event: DomainEvent,
) {
  const at = now()
  const id = derivedId(`${event.type} ${accountId} ${hourOf(at)} ${shown}`)
  await appendAudit(store, event, { id, actor: { kind: 'admin', id: accountId }, at })
}

/** @param shown stream of an event's profile, account or request @throws StoreError: unrecorded, nothing is answered */
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
