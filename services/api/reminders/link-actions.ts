import type { ShownStatus } from '@app/contracts/api/reminder-calls.ts'
import { maskedEmail } from '@app/contracts/fields/email.ts'
import type { ReminderPageState, StoredReminder } from '@app/contracts/public-page.ts'
import { nextReminder } from '@app/domain/subscription-state.ts'
import type { CommandContext } from '@app/processes/command-context.ts'
import { eraseSubscriptions, type EraseSubscriptionsDeps } from '@app/processes/erasures/erase-subscribers.ts'
import { handleSubscription } from '@app/processes/reminders/subscription-command.ts'
import { suppressReminders } from '@app/processes/reminders/suppress-reminders.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { loadSubscription, type ReminderLink } from './reminder-link.ts'

export interface LinkActionDeps extends CommandContext, EraseSubscriptionsDeps {
  readonly subscriptionIds: Pick<SubscriptionIds, 'suppression'>
}

const isEarlier = ({ cycle, state }: ReminderLink): boolean => cycle !== state.cycle

const subscriberOf = ({ subscriptionId }: ReminderLink) => ({ kind: 'visitor', id: subscriptionId }) as const

/** State of an unsubscribe link's page before anything is pressed. */
export function unsubscribeState(link: ReminderLink): ReminderPageState {
  if (isEarlier(link)) return 'earlier'
  return link.state.status === 'active' ? 'cancel' : 'cancelled'
}

export async function unsubscribe(deps: LinkActionDeps, link: ReminderLink): Promise<ReminderPageState> {
  if (isEarlier(link)) return 'earlier'
  const { subscriptionId, cycle } = link
  const command = { type: 'Cancel', cycle, by: 'subscriber' } as const
  await handleSubscription(deps, subscriptionId, command, subscriberOf(link))
  return 'cancelled'
}

/** For all profiles, and first: what comes after it may be lost in a crash. */
export async function unsubscribeFromAll(
  deps: LinkActionDeps,
  link: ReminderLink,
): Promise<ReminderPageState> {
  if (isEarlier(link)) return 'earlier'
  const { state } = await loadSubscription(deps.store, link)
  const email = state.status === 'none' ? undefined : state.email
  if (email !== undefined)
    await suppressReminders({ ...deps, ids: deps.subscriptionIds }, email, subscriberOf(link))
  await unsubscribe(deps, link)
  return email === undefined ? 'mailbox-unknown' : 'suppressed'
}

export function talkedState(link: ReminderLink): ReminderPageState {
  if (isEarlier(link)) return 'earlier'
  const { status } = link.state
  if (status === 'active') return 'talked'
  return status === 'converted' ? 'converted' : 'over'
}

export async function sayTalked(deps: LinkActionDeps, link: ReminderLink): Promise<ReminderPageState> {
  if (isEarlier(link)) return 'earlier'
  const { subscriptionId, cycle } = link
  const command = { type: 'Convert', cycle, how: 'said' } as const
  const { state } = await handleSubscription(deps, subscriptionId, command, subscriberOf(link))
  return state.status === 'converted' ? 'converted' : 'over'
}

export function mineStateOf(link: ReminderLink): ReminderPageState {
  if (isEarlier(link)) return 'earlier'
  if (link.isBlocked) return 'mine-blocked'
  return link.state.email === undefined ? 'mine-erased' : 'mine'
}

const shownStatusOf = ({ state }: ReminderLink): ShownStatus =>
  state.status === 'active' && nextReminder(state) === undefined ? 'completed' : state.status

/** Undefined once it is erased. */
export function storedOf(link: ReminderLink): StoredReminder | undefined {
  const { email, subscribedAt } = link.state
  if (isEarlier(link) || email === undefined) return undefined
  return { email: maskedEmail(email), subscribedAt, status: shownStatusOf(link) }
}

/** All stored data, for the holder of the mailbox. */
export const reminderFileOf = (link: ReminderLink) => ({
  email: link.state.email,
  subscribed_at: link.state.subscribedAt,
  status: shownStatusOf(link),
  first_reminder: link.state.reminders.first.status,
  second_reminder: link.state.reminders.second.status,
})

export async function eraseMine(deps: LinkActionDeps, link: ReminderLink): Promise<void> {
  await eraseSubscriptions(deps, [link.subscriptionId], subscriberOf(link))
}
