import type { Reminder } from '@app/contracts/reminders.ts'
import type { CreatedProfile, Profile } from '../profiles/profile.ts'
import type { SubscribedCycle } from './subscription.ts'
import { addDays, dayInSantiago, startOfDayMs, wallHourInSantiago } from '@app/contracts/calendar.ts'

export type Plan =
  /** A worker began to send it, and died. */
  | { readonly kind: 'doubt' }
  | { readonly kind: 'cancel'; readonly by: 'subscriber' | 'erasure' | 'profile' }
  | { readonly kind: 'skip'; readonly reason: 'late' | 'inactive' | 'blocked' | 'undeliverable' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'send'; readonly email: string; readonly profile: CreatedProfile }

export interface PlanFacts {
  /** The next one of the cycle. */
  readonly reminder: Reminder
  readonly dueMs: number
  readonly state: SubscribedCycle
  readonly profile: Profile
  readonly isOwnerActive: boolean
  /** The subscriber, or the profile: nobody reads their words, not even a mail. */
  readonly isBlocked: boolean
  readonly isSuppressed: boolean
  readonly times: ReminderTimes
  readonly nowMs: number
}

const MINUTE_MS = 60_000
export const LATE_MS_MAX = 3 * 24 * 60 * MINUTE_MS
/** A reminder of 20:00 may be sent for as long as a reminder may be late. */
const IN_TIME_MS = 10 * MINUTE_MS
const LOOK_AT_PROFILE_MS = 5 * MINUTE_MS

export function planFor(facts: PlanFacts): Plan {
  const { state, reminder, profile, isOwnerActive, times, dueMs, nowMs } = facts
  const { status, failures } = state.reminders[reminder]
  if (status === 'started') return { kind: 'doubt' }
  if (facts.isBlocked) return { kind: 'skip', reason: 'blocked' }
  if (state.email === undefined) return { kind: 'cancel', by: 'erasure' }
  if (facts.isSuppressed) return { kind: 'cancel', by: 'subscriber' }
  if (profile.status !== 'created') return { kind: 'cancel', by: 'profile' }
  const lateMs = nowMs - dueMs
  const isShown = profile.isActive && isOwnerActive
  const lateReason = failures > 0 ? 'undeliverable' : 'late'
  if (lateMs > LATE_MS_MAX || isOvertaken(facts))
    return { kind: 'skip', reason: isShown ? lateReason : 'inactive' }
  if (!isShown) return { kind: 'wait', ms: LOOK_AT_PROFILE_MS }
  const waitMs = lateMs <= IN_TIME_MS ? 0 : nextSendingMs(nowMs, times[reminder]) - nowMs
  return waitMs > 0 ? { kind: 'wait', ms: waitMs } : { kind: 'send', email: state.email, profile }
}

/** With few days between the two, the second may be due before a late first is sent: one mail is enough. */
const isOvertaken = ({ reminder, state, times, nowMs }: PlanFacts): boolean =>
  reminder === 'first' && reminderDueMs(Date.parse(state.subscribedAt), times.second) <= nowMs

/** Mails are sent from `fromHour`:00 to `toHour`:00, both included, 0 to 24. */
export interface ReminderTime {
  /** Calendar days after subscribing. */
  readonly days: number
  readonly fromHour: number
  readonly toHour: number
}

export type ReminderTimes = Readonly<Record<Reminder, ReminderTime>>

const HOUR_MS = 3_600_000

/** The same local time days later, within the hours of mailing: clocks change. @param subscribedMs ms since 1970 */
export function reminderDueMs(subscribedMs: number, { days, fromHour, toHour }: ReminderTime): number {
  const { day, hour } = wallHourInSantiago(subscribedMs)
  const dueDay = addDays(day, days)
  if (hour < fromHour) return instantMs(dueDay, fromHour)
  if (hour >= toHour) return instantMs(dueDay, toHour)
  return instantMs(dueDay, hour) + (subscribedMs % HOUR_MS)
}

/** Mails that are late wait for the morning. @returns `nowMs` within the hours of mailing */
export function nextSendingMs(nowMs: number, { fromHour, toHour }: Omit<ReminderTime, 'days'>): number {
  const { day, hour } = wallHourInSantiago(nowMs)
  if (hour < fromHour) return instantMs(day, fromHour)
  return hour < toHour ? nowMs : instantMs(addDays(day, 1), fromHour)
}

/** The first instant of that hour; of the hour that follows where clocks skip it. Days have 23 to 25 hours. */
function instantMs(day: string, hour: number): number {
  for (let at = startOfDayMs(day); ; at += HOUR_MS)
    if (dayInSantiago(at) > day || wallHourInSantiago(at).hour >= hour) return at
}
