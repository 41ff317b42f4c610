import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Reminder } from '@app/contracts/reminders.ts'
import type { Decider, Occurrence } from '../kernel/decider.ts'

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

const PENDING: ReminderState = { status: 'pending', failures: 0 }

const isSettled = (status: string): boolean => status !== 'pending' && status !== 'started'

/** By the statuses of the two. */
export function nextOf(first: string, second: string): Reminder | undefined {
  if (!isSettled(first)) return 'first'
  return isSettled(second) ? undefined : 'second'
}

export const nextReminder = (state: Subscription): Reminder | undefined =>
  state.status === 'active' ? nextOf(state.reminders.first.status, state.reminders.second.status) : undefined

export const REMINDER_AFTER = {
  ReminderSendStarted: 'started',
  ReminderSendFailed: 'pending',
  ReminderSent: 'sent',
  ReminderSendUncertain: 'uncertain',
  ReminderSkipped: 'skipped',
} as const
export const STATUS_AFTER = {
  ReminderConverted: 'converted',
  ReminderCancelled: 'cancelled',
  ReminderBounced: 'bounced',
} as const

function evolve(state: Subscription, event: PastEvent, { occurredAt }: Occurrence): Subscription {
  if (event.type === 'ReminderSubscribed') {
    const { profileId, email, visitorId } = event.data
    const cycle = state.status === 'none' ? 1 : state.cycle + 1
    const begun = { status: 'active', cycle, subscribedAt: occurredAt, bounceReports: 0 } as const
    return { ...begun, profileId, email, visitorId, reminders: { first: PENDING, second: PENDING } }
  }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'ReminderSendStarted':
    case 'ReminderSendFailed':
    case 'ReminderSent':
    case 'ReminderSendUncertain':
    case 'ReminderSkipped': {
      const { reminder } = event.data
      const failures = state.reminders[reminder].failures + (event.type === 'ReminderSendFailed' ? 1 : 0)
      const after = { status: REMINDER_AFTER[event.type], failures }
      return { ...state, reminders: { ...state.reminders, [reminder]: after } }
    }
    case 'ReminderBounceReported':
      return { ...state, bounceReports: state.bounceReports + 1 }
    case 'ReminderConverted':
    case 'ReminderCancelled':
    case 'ReminderBounced':
      return { ...state, status: STATUS_AFTER[event.type] }
    default:
      return state
  }
}

type EventOf<Type> = Extract<DomainEvent, { type: Type }>
type SubscriptionEvent = EventOf<`Reminder${string}`>
type Events = readonly SubscriptionEvent[]

interface OfCycle {
  readonly cycle: number
  readonly reminder: Reminder
}
interface MailOfCycle extends OfCycle {
  readonly messageId: string
}

export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'uncertain'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The mailbox does not exist, by the enhanced status code (RFC 3463) where there was one. */
  | { readonly kind: 'refused'; readonly status: string | undefined }

interface Convert {
  readonly type: 'Convert'
  readonly cycle?: number
  readonly by: EventOf<'ReminderConverted'>['data']
}
interface Cancel {
  readonly type: 'Cancel'
  readonly cycle?: number
  readonly by: EventOf<'ReminderCancelled'>['data']['by']
}
interface ReportBounce {
  readonly type: 'ReportBounce'
  readonly cycle: number
  readonly status: string
  readonly isGone: boolean
}
interface SettleSend extends MailOfCycle {
  readonly type: 'SettleSend'
  readonly outcome: SendOutcome
}

export type Wish = EventOf<'ReminderSubscribed'>['data']

export type SubscriptionCommand =
  | { readonly type: 'Subscribe'; readonly wish: Wish }
  /** Only the worker that appends this may hand the mail over. */
  | ({ readonly type: 'StartSend' } & MailOfCycle)
  | SettleSend
  | ({ readonly type: 'Skip'; readonly reason: string } & OfCycle)
  | Convert
  | Cancel
  | ReportBounce

function decide(command: SubscriptionCommand, state: Subscription): Events {
  if (command.type === 'Subscribe')
    return nextReminder(state) === undefined ? [{ type: 'ReminderSubscribed', data: command.wish }] : []
  if (state.status === 'none') return []
  if (command.cycle !== undefined && command.cycle !== state.cycle) return []
  // The outcome of a mail is recorded also after the cycle has ended.
  if (command.type === 'SettleSend') return settleSend(command, state)
  if (state.status !== 'active') return []
  switch (command.type) {
    case 'StartSend': {
      const { reminder, messageId } = command
      return isPending(state, reminder)
        ? [{ type: 'ReminderSendStarted', data: { reminder, messageId } }]
        : []
    }
    case 'Skip': {
      const { reminder, reason } = command
      return isPending(state, reminder) ? [{ type: 'ReminderSkipped', data: { reminder, reason } }] : []
    }
    case 'Convert':
      return [{ type: 'ReminderConverted', data: command.by }]
    case 'Cancel':
      return [{ type: 'ReminderCancelled', data: { by: command.by } }]
    case 'ReportBounce':
      return reportBounce(command, state)
  }
}

const isPending = (state: SubscribedCycle, reminder: Reminder): boolean =>
  nextReminder(state) === reminder && state.reminders[reminder].status === 'pending'

function settleSend({ reminder, messageId, outcome }: SettleSend, state: SubscribedCycle): Events {
  if (state.reminders[reminder].status !== 'started') return []
  const mail = { reminder, messageId }
  switch (outcome.kind) {
    case 'sent':
      return [{ type: 'ReminderSent', data: mail }]
    case 'uncertain':
      return [{ type: 'ReminderSendUncertain', data: { ...mail, reason: outcome.reason } }]
    case 'failed':
      return [{ type: 'ReminderSendFailed', data: { ...mail, reason: outcome.reason, isPermanent: false } }]
    case 'refused': {
      const { status = '5.0.0' } = outcome
      const data = { ...mail, reason: status, isPermanent: true }
      return [{ type: 'ReminderSendFailed', data }, ...(state.status === 'active' ? bounced(status) : [])]
    }
  }
}

const bounced = (status: string): Events => [{ type: 'ReminderBounced', data: { status } }]

const IS_FAILURE = /^[45]\.\d{1,3}\.\d{1,3}$/

/** Only a mailbox that does not exist ends the cycle. Each mail has one report, so that nobody makes the stream grow. */
function reportBounce(
  { status, isGone }: ReportBounce,
  { bounceReports, reminders }: SubscribedCycle,
): Events {
  const mails = Object.values(reminders).filter((one) => one.status === 'sent' || one.status === 'uncertain')
  if (!IS_FAILURE.test(status) || (!isGone && bounceReports >= mails.length)) return []
  return [{ type: 'ReminderBounceReported', data: { status } }, ...(isGone ? bounced(status) : [])]
}

/** One stream a person and profile: however many workers find a mail due, one append lets one of them send it. */
export const subscription: Decider<Subscription, SubscriptionCommand, SubscriptionEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
}
