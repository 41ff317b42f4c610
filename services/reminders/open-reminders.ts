import { textOrEmpty } from '@app/contracts/event-store.ts'
import { messageIdOf } from '../platform/mail/mailer.ts'
import { subscribe } from '../kernel/subscription.ts'
import { leftByVisitor } from '@app/projections/visitors/queries.ts'
import { createLetters } from './reminder-mail.ts'
import { createPace } from '../platform/concurrency/concurrency-limiter.ts'
import { REMINDER_JOB, reminderJobs, reminderWorker } from './remind.ts'
import { measure } from '../platform/observability/metrics.ts'
import type { Ctx, Module } from '../platform/ctx.ts'
import { conversionReaction, deletionReaction } from './ending-reactions.ts'
import { reminderLinkRoutes } from './link-routes.ts'
import { mailReportRoutes } from './report-bounce.ts'
import { reminderAdminRoutes } from './reminder-admin-routes.ts'
import { subscribeRoutes } from './subscribe-routes.ts'

export const reminders = (ctx: Ctx): Module => ({
  routers: [subscribeRoutes(ctx), reminderLinkRoutes(ctx), mailReportRoutes(ctx), reminderAdminRoutes(ctx)],
  reactions: [conversionReaction(ctx), deletionReaction(ctx)],
})

export interface RunningReminders {
  isWell(): boolean
}

const OVERDUE_MS_MAX = 10 * 60_000

const SENT_BY_OTHERS: RunningReminders = { isWell: () => true }

export function openReminders(ctx: Ctx): RunningReminders {
  if (!ctx.settings.serves.includes('reminders')) return SENT_BY_OTHERS
  const { settings, polls, mailer, log, onStop, jobs, metrics } = ctx
  const { keys, projector: db, sealed, now, monotonicMs } = ctx
  const { times, mailsPerSecond } = settings.reminders
  const onTrouble = (error: unknown): void => log.warn({ err: error }, 'a reminder could not be handled')
  jobs.work(
    reminderWorker({
      ...ctx,
      times,
      keysOf: keys.forReading,
      isBlocked: async (subjects) => (await keys.withBlocked(subjects)).blocked.size > 0,
      messageIdOf: (mailId) => messageIdOf(mailId, settings.mailFrom),
      write: createLetters({ ...ctx, mailFrom: settings.mailFrom, noteOf: noteOf(ctx) }),
      pace: createPace(mailsPerSecond, monotonicMs),
      atOnce: mailer.atOnce,
      onHandled: metrics.countReminder,
    }),
  )
  const subscription = reminderJobs({ log: sealed, times, now })
  onStop(subscribe({ db, polls, onTrouble: (_name, error) => onTrouble(error) }, subscription).stop)
  const overdueMs = (): number => now().getTime() - (jobs.due(REMINDER_JOB)?.oldest ?? now()).getTime()
  measure(
    metrics.registry,
    'reminders_due',
    'Reminders that were due at the last poll',
    () => jobs.due(REMINDER_JOB)?.count ?? 0,
  )
  const help = 'Seconds for which the oldest reminder is overdue that waits for nothing'
  measure(metrics.registry, 'reminders_oldest_overdue_seconds', help, () => overdueMs() / 1_000)
  return {
    isWell: () => overdueMs() <= OVERDUE_MS_MAX && monotonicMs() - jobs.polledMs() <= OVERDUE_MS_MAX,
  }
}

const noteOf = (ctx: Ctx) => async (profileId: string, visitorId: string) => {
  const { forms } = await leftByVisitor(ctx, { profileId, visitorId, momentsMax: 0, formsMax: 1 })
  return textOrEmpty(forms[0]?.fields?.description)
}
