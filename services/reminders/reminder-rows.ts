import type { ReminderSubscription } from '@app/contracts/reminders/calls.ts'
import { ifBlocked } from '@app/contracts/fields/blocked.ts'
import type { Reminder } from '@app/contracts/reminders/events.ts'
import { reminderDueMs, type ReminderTimes } from './reminder-times.ts'
import type { ListedSubscription } from '@app/projections/subscriptions/list-reminders.ts'

/** A doubtful mail counts as sent. */
const SENT: ReadonlySet<ListedSubscription['reminders'][Reminder]['status']> = new Set(['sent', 'uncertain'])
const TO_COME: typeof SENT = new Set(['pending', 'started'])

const isSent = ({ reminders }: ListedSubscription, reminder: Reminder): boolean =>
  SENT.has(reminders[reminder].status)

function instantOf(listed: ListedSubscription, reminder: Reminder, times: ReminderTimes): string | null {
  const { status, atMs } = listed.reminders[reminder]
  if (isSent(listed, reminder)) return atMs === null ? null : new Date(atMs).toISOString()
  const isToCome = listed.status === 'active' && TO_COME.has(status)
  return isToCome ? new Date(reminderDueMs(listed.subscribedAtMs, times[reminder])).toISOString() : null
}

export const reminderRowOf = (listed: ListedSubscription, times: ReminderTimes): ReminderSubscription => ({
  id: listed.id,
  email: listed.email,
  ...ifBlocked(listed.isBlocked),
  ...(listed.isProfileBlocked ? { is_profile_blocked: true as const } : {}),
  profile_id: listed.profileId,
  profile_name: listed.profileName,
  profile_slug: listed.profileSlug,
  subscribed_at: new Date(listed.subscribedAtMs).toISOString(),
  status: listed.status,
  first_reminder_sent: isSent(listed, 'first'),
  second_reminder_sent: isSent(listed, 'second'),
  first_reminder_at: instantOf(listed, 'first', times),
  second_reminder_at: instantOf(listed, 'second', times),
  ...(listed.reminders.first.status === 'blocked' ? { first_reminder_blocked: true as const } : {}),
  ...(listed.reminders.second.status === 'blocked' ? { second_reminder_blocked: true as const } : {}),
  ...(listed.reminders.first.status === 'undeliverable'
    ? { first_reminder_undeliverable: true as const }
    : {}),
  ...(listed.reminders.second.status === 'undeliverable'
    ? { second_reminder_undeliverable: true as const }
    : {}),
})
