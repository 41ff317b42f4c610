import { REMINDERS, type Reminder } from '@app/contracts/events/subscription-events.ts'
import { latestSubscribedMs, reminderDueMs, type ReminderTimes } from '@app/domain/reminder-times.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { listDue } from '@app/projections/subscriptions/queries.ts'

/** One reminder of one cycle: every worker derives the same ids from it. */
export interface DueMail {
  readonly subscriptionId: string
  readonly cycle: number
  readonly reminder: Reminder
}

export interface Due extends DueMail {
  readonly profileId: string
  /** Milliseconds since 1970. */
  readonly dueMs: number
}

export const DUE_PAGE = 200

/** Pages of due reminders: first and second reminders alternate, each in its order. */
export async function* duePages(
  db: ReadDb,
  times: ReminderTimes,
  now: () => Date,
): AsyncGenerator<readonly Due[]> {
  let left = REMINDERS.map((reminder) => pagesOf(db, reminder, { time: times[reminder], now }))
  while (left.length > 0) {
    const ended = new Set<(typeof left)[number]>()
    for (const pages of left) {
      const { done, value } = await pages.next()
      if (done === true) ended.add(pages)
      else yield value
    }
    left = left.filter((pages) => !ended.has(pages))
  }
}

/** Each page is read on request. */
async function* pagesOf(
  db: ReadDb,
  reminder: Reminder,
  { time, now }: { readonly time: ReminderTimes[Reminder]; readonly now: () => Date },
): AsyncGenerator<readonly Due[], undefined> {
  let after: Awaited<ReturnType<typeof listDue>>[number] | undefined
  do {
    const nowMs = now().getTime()
    const subscribedUntilMs = latestSubscribedMs(nowMs, time)
    const rows = await listDue(db, { reminder, subscribedUntilMs, after, limit: DUE_PAGE })
    const due = rows.map((row) => ({ ...row, dueMs: reminderDueMs(row.subscribedAtMs, time) }))
    yield due.filter(({ dueMs }) => dueMs <= nowMs)
    after = rows.length < DUE_PAGE ? undefined : rows.at(-1)
  } while (after !== undefined)
}
