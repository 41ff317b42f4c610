import { randomInt } from 'node:crypto'
import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import { START, type EventStore } from '@app/contracts/event-store.ts'
import { createBatchedLookup } from '@app/concurrency/batched-lookup.ts'
import { messageIdOf, type Mailer } from '@app/mail/mailer.ts'
import type { Log } from '@app/observability/log.ts'
import type { ReminderMetrics } from '@app/observability/reminder-metrics.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import type { IdKeys } from '@app/vault/keys/id-keys.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type pg from 'pg'
import { createReminderLeases } from './leases.ts'
import { createLetters, type LetterDeps } from './letter.ts'
import { createReminderSender } from './sender.ts'

export interface RemindersDeps extends Pick<LetterDeps, 'publicUrl' | 'mailFrom' | 'photoOf' | 'contactOf'> {
  readonly store: EventStore
  /** Reads read models. */
  readonly reader: ReadDb
  readonly progress: Pick<ProjectionProgress, 'waitFor'>
  /** Writes leases. */
  readonly app: Pick<pg.Pool, 'query'>
  readonly idKeys: IdKeys
  readonly keys: Pick<SubjectKeys, 'idsOf'>
  readonly mailer: Mailer
  readonly times: ReminderTimes
  readonly mailsPerSecond: number
  readonly metrics: ReminderMetrics
  readonly log: Log
  readonly now: () => Date
  readonly newId: () => string
  readonly monotonicMs: () => number
}

export interface RunningReminders {
  /** Whether reminders are sent in time. */
  isWell(): boolean
  stop(withinMs: number): Promise<void>
}

const ROWS = ['subscriptions']
const KEYS_AT_ONCE = 100
const LATE_MS_MAX = 10 * 60_000

/** Sends due reminders until it is stopped. Several processes may do it at once. */
export function startReminders(deps: RemindersDeps): RunningReminders {
  const { reader, app, keys, mailer, metrics, log, now, monotonicMs } = deps
  const tokens = createReminderTokens(deps.idKeys)
  const overdueMs = (): number => Math.max(0, now().getTime() - (sender.status().oldestDueMs ?? Infinity))
  const sender = createReminderSender({
    ...deps,
    db: reader,
    leases: createReminderLeases(app, now),
    ids: createSubscriptionIds(deps.idKeys),
    messageIdOf: (mailId) => messageIdOf(mailId, deps.mailFrom),
    write: createLetters({ ...deps, tokens }),
    deliver: mailer.deliver,
    takeBack: mailer.takeBack,
    keyOf: createBatchedLookup(keys.idsOf, KEYS_AT_ONCE),
    // Intents and outcomes are appended while other mails are being sent.
    atOnce: 3 * mailer.atOnce,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    onPage: (due) => {
      metrics.due.set(due)
      metrics.oldestOverdueSeconds.set(overdueMs() / 1_000)
    },
    onHandled: metrics.count,
    onTrouble: (error) => log.warn({ err: error }, 'a reminder could not be handled'),
  })
  sender.start(() => deps.progress.waitFor(START, 0, ROWS))
  return {
    isWell: () => overdueMs() <= LATE_MS_MAX && monotonicMs() - sender.status().lookedAtMs <= LATE_MS_MAX,
    stop: sender.stop,
  }
}
