import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Reminder } from '@app/contracts/reminders.ts'
import type { Decider, Occurrence } from '../kernel/decider.ts'
import {
  evolveSubscription,
  nextReminder,
  NO_SUBSCRIPTION,
  type SubscribedCycle,
  type Subscription,
} from './subscription-state.ts'

const IS_FAILURE = /^[45]\.\d{1,3}\.\d{1,3}$/

type EventOf<Type> = Extract<DomainEvent, { type: Type }>
type SubscriptionEvent = EventOf<`Reminder${string}`>
type Events = readonly SubscriptionEvent[]

interface MailOfCycle {
  readonly cycle: number
  readonly reminder: Reminder
  readonly messageId: string
}

export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'uncertain'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The mailbox does not exist, by the enhanced status code (RFC 3463) where there was one. */
  | { readonly kind: 'refused'; readonly status: string | undefined }

export type SubscriptionCommand =
  | { readonly type: 'Subscribe'; readonly wish: EventOf<'ReminderSubscribed'>['data'] }
  /** Only the worker that appends this may hand the mail over. */
  | ({ readonly type: 'StartSend' } & MailOfCycle)
  | ({ readonly type: 'SettleSend'; readonly outcome: SendOutcome } & MailOfCycle)
  | {
      readonly type: 'Skip'
      readonly cycle: number
      readonly reminder: Reminder
      readonly reason: string
    }
  | {
      readonly type: 'Convert'
      readonly cycle?: number
      readonly how: EventOf<'ReminderConverted'>['data']['how']
      readonly eventId?: string
    }
  | {
      readonly type: 'Cancel'
      readonly cycle?: number
      readonly by: EventOf<'ReminderCancelled'>['data']['by']
    }
  | {
      readonly type: 'ReportBounce'
      readonly cycle: number
      readonly status: string
      readonly isGone: boolean
    }

function decide(command: SubscriptionCommand, state: Subscription): Events {
  if (command.type === 'Subscribe')
    return nextReminder(state) === undefined ? [{ type: 'ReminderSubscribed', data: command.wish }] : []
  if (state.status === 'none') return []
  if (command.cycle !== undefined && command.cycle !== state.cycle) return []
  // The outcome of a mail is recorded also after the cycle has ended.
  if (command.type === 'SettleSend') return settleSend(command, state)
  return state.status === 'active' ? decideActive(command, state) : []
}

type OnActive = Exclude<SubscriptionCommand, { type: 'Subscribe' | 'SettleSend' }>

function decideActive(command: OnActive, state: SubscribedCycle): Events {
  switch (command.type) {
    case 'StartSend': {
      const { reminder, messageId } = command
      return isNext(state, reminder) ? [{ type: 'ReminderSendStarted', data: { reminder, messageId } }] : []
    }
    case 'Skip': {
      const { reminder, reason } = command
      return isNext(state, reminder) ? [{ type: 'ReminderSkipped', data: { reminder, reason } }] : []
    }
    case 'Convert': {
      const { how, eventId } = command
      return [{ type: 'ReminderConverted', data: eventId === undefined ? { how } : { how, eventId } }]
    }
    case 'Cancel':
      return [{ type: 'ReminderCancelled', data: { by: command.by } }]
    case 'ReportBounce':
      return reportBounce(command, state)
  }
}

const isNext = (state: SubscribedCycle, reminder: Reminder): boolean =>
  nextReminder(state) === reminder && state.reminders[reminder].status === 'pending'

function settleSend(
  { reminder, messageId, outcome }: Extract<SubscriptionCommand, { type: 'SettleSend' }>,
  state: SubscribedCycle,
): Events {
  if (state.reminders[reminder].status !== 'started') return []
  const mail = { reminder, messageId }
  switch (outcome.kind) {
    case 'sent':
      return [{ type: 'ReminderSent', data: mail }]
    case 'uncertain':
      return [{ type: 'ReminderSendUncertain', data: { ...mail, reason: outcome.reason } }]
    case 'failed':
      return [sendFailed({ ...mail, reason: outcome.reason, isPermanent: false })]
    case 'refused': {
      const status = outcome.status ?? '5.0.0'
      const failed = sendFailed({ ...mail, reason: status, isPermanent: true })
      return state.status === 'active' ? [failed, bounced(status)] : [failed]
    }
  }
}

const sendFailed = (data: EventOf<'ReminderSendFailed'>['data']): SubscriptionEvent => ({
  type: 'ReminderSendFailed',
  data,
})
const bounced = (status: string): SubscriptionEvent => ({ type: 'ReminderBounced', data: { status } })

/** Only a mailbox that does not exist ends the cycle. Each mail has one report, so that nobody makes the stream grow. */
function reportBounce(
  { status, isGone }: Extract<SubscriptionCommand, { type: 'ReportBounce' }>,
  { bounceReports, reminders }: SubscribedCycle,
): Events {
  const mails = Object.values(reminders).filter((one) => one.status === 'sent' || one.status === 'uncertain')
  if (!IS_FAILURE.test(status) || (!isGone && bounceReports >= mails.length)) return []
  const reported: SubscriptionEvent = { type: 'ReminderBounceReported', data: { status } }
  return isGone ? [reported, bounced(status)] : [reported]
}

/** One stream a person and profile: however many workers find a mail due, one append lets one of them send it. */
export const subscription: Decider<Subscription, SubscriptionCommand, SubscriptionEvent> = {
  initial: NO_SUBSCRIPTION,
  evolve: evolveSubscription,
  decide,
}

type SuppressionEvent = Extract<DomainEvent, { type: 'RemindersSuppressed' | 'RemindersAllowed' }>

interface SuppressionCommand {
  readonly type: 'SuppressReminders' | 'AllowReminders'
}
export interface Suppression {
  readonly isSuppressed: boolean
  readonly cycle: number
  /** The latest one's time; RFC 3339. */
  readonly suppressedAt?: string
}

function evolveSuppression(state: Suppression, { type }: PastEvent, { occurredAt }: Occurrence): Suppression {
  if (type === 'RemindersSuppressed')
    return { isSuppressed: true, cycle: state.cycle + 1, suppressedAt: occurredAt }
  return type === 'RemindersAllowed' ? { ...state, isSuppressed: false } : state
}

function decideSuppression(
  { type }: SuppressionCommand,
  { isSuppressed }: Suppression,
): readonly SuppressionEvent[] {
  if (type === 'SuppressReminders') return isSuppressed ? [] : [{ type: 'RemindersSuppressed', data: {} }]
  return isSuppressed ? [{ type: 'RemindersAllowed', data: {} }] : []
}

/** One stream a mailbox. Only a link mailed to it ends a suppression: anybody could type somebody's address. */
export const suppression: Decider<Suppression, SuppressionCommand, SuppressionEvent> = {
  initial: { isSuppressed: false, cycle: 0 },
  evolve: evolveSuppression,
  decide: decideSuppression,
}
