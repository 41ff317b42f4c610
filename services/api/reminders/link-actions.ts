import type { ReminderPageState } from '@app/contracts/public-page.ts'
import type { CommandContext } from '@app/processes/command-context.ts'
import { handleSubscription } from '@app/processes/reminders/subscription-command.ts'
import { suppressReminders } from '@app/processes/reminders/suppress-reminders.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { subscriptionOfLink, type ReminderLink } from './reminder-link.ts'

export interface LinkActionDeps extends CommandContext {
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
  const { state } = await subscriptionOfLink(deps.store, link)
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
