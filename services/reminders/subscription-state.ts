import type { PastEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import type { Reminder } from '@app/contracts/reminders.ts'
import type { Occurrence } from '../kernel/decider.ts'

export interface ReminderState {
  /** `started`: being handed over, or lost in a crash. `uncertain`: the server's answer was lost. */
  readonly status: 'pending' | 'started' | 'sent' | 'uncertain' | 'skipped'
  /** Hand-overs that a server did not take. */
  readonly failures: number
}

export interface SubscribedCycle {
  readonly status: 'active' | 'converted' | 'cancelled' | 'bounced'
  readonly cycle: number
  readonly profileId: string
  /** Undefined once the subscriber was erased. */
  readonly email: string | undefined
  readonly visitorId: string | undefined
  readonly subscribedAt: string
  readonly reminders: Readonly<Record<Reminder, ReminderState>>
  readonly bounceReports: number
}
export type Subscription = { readonly status: 'none' } | SubscribedCycle

export const NO_SUBSCRIPTION: Subscription = { status: 'none' }

const PENDING: ReminderState = { status: 'pending', failures: 0 }

const isSettled = ({ status }: ReminderState): boolean =>
  status === 'sent' || status === 'uncertain' || status === 'skipped'

export function nextReminder(state: Subscription): Reminder | undefined {
  if (state.status !== 'active') return undefined
  if (!isSettled(state.reminders.first)) return 'first'
  return isSettled(state.reminders.second) ? undefined : 'second'
}

export function evolveSubscription(state: Subscription, event: PastEvent, at: Occurrence): Subscription {
  if (event.type === 'ReminderSubscribed') return subscribed(state, event.data, at)
  if (state.status === 'none') return state
  switch (event.type) {
    case 'ReminderSendStarted':
      return withReminder(state, event.data.reminder, { status: 'started' })
    case 'ReminderSendFailed':
      return withReminder(state, event.data.reminder, {
        status: 'pending',
        failures: state.reminders[event.data.reminder].failures + 1,
      })
    case 'ReminderSent':
      return withReminder(state, event.data.reminder, { status: 'sent' })
    case 'ReminderSendUncertain':
      return withReminder(state, event.data.reminder, { status: 'uncertain' })
    case 'ReminderSkipped':
      return withReminder(state, event.data.reminder, { status: 'skipped' })
    case 'ReminderBounceReported':
      return { ...state, bounceReports: state.bounceReports + 1 }
    default:
      return ended(state, event)
  }
}

function ended(state: SubscribedCycle, { type }: PastEvent): SubscribedCycle {
  if (type === 'ReminderConverted') return { ...state, status: 'converted' }
  if (type === 'ReminderCancelled') return { ...state, status: 'cancelled' }
  return type === 'ReminderBounced' ? { ...state, status: 'bounced' } : state
}

const subscribed = (
  before: Subscription,
  { profileId, email, visitorId }: PastEventOf<'ReminderSubscribed'>['data'],
  { occurredAt }: Occurrence,
): SubscribedCycle => ({
  status: 'active',
  cycle: before.status === 'none' ? 1 : before.cycle + 1,
  profileId,
  email,
  visitorId,
  subscribedAt: occurredAt,
  reminders: { first: PENDING, second: PENDING },
  bounceReports: 0,
})

const withReminder = (
  state: SubscribedCycle,
  reminder: Reminder,
  change: Partial<ReminderState>,
): SubscribedCycle => ({
  ...state,
  reminders: { ...state.reminders, [reminder]: { ...state.reminders[reminder], ...change } },
})
