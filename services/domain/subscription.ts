import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import type { Reminder } from '@app/contracts/events/subscription-events.ts'
import type { Decider } from './decider.ts'
import {
  evolveSubscription,
  nextReminder,
  NO_SUBSCRIPTION,
  type SubscribedCycle,
  type Subscription,
} from './subscription-state.ts'

/** Consequences of enhanced status codes (RFC 3463) for later mails to the same mailbox. */

const NO_SUCH_MAILBOX: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.10'])
const REPORTS_MAX = 3
const STATUS = /^[245]\.\d{1,3}\.\d{1,3}$/

const isDeliveryStatus = (text: string): boolean => STATUS.test(text)

/** While the mail is handed over: addresses that do not exist, and servers that give no reason. */
const refusedForGood = (status: string | undefined): boolean =>
  status === undefined || status.startsWith('5.1.')

/** By a report after the server accepted the mail, the `nth` of its cycle. */
function afterReport(status: string, nth: number): 'none' | 'reported' | 'bounced' {
  if (!isDeliveryStatus(status) || status.startsWith('2.')) return 'none'
  return NO_SUCH_MAILBOX.has(status) || nth >= REPORTS_MAX ? 'bounced' : 'reported'
}

type EventOf<Type> = Extract<DomainEvent, { type: Type }>
type SubscriptionEvent = EventOf<`Reminder${string}`>
type Events = readonly SubscriptionEvent[]

/** One mail of one cycle. */
interface MailOfCycle {
  readonly cycle: number
  readonly reminder: Reminder
  readonly messageId: string
}

/** Outcome of handing a mail over. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'uncertain'; readonly reason: string }
  /** Temporary: the server or the network; it is tried again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A reply of 5xx, by its enhanced status code (RFC 3463) where it had one. */
  | { readonly kind: 'refused'; readonly status: string | undefined }

export type SubscriptionCommand =
  | { readonly type: 'Subscribe'; readonly wish: EventOf<'ReminderSubscribed'>['data'] }
  /** Only the worker that appends this may hand the mail over. */
  | ({ readonly type: 'StartSend' } & MailOfCycle)
  /** `at`: RFC 3339. */
  | ({ readonly type: 'SettleSend'; readonly outcome: SendOutcome; readonly at: string } & MailOfCycle)
  | {
      readonly type: 'Skip'
      readonly cycle: number
      readonly reminder: Reminder
      readonly reason: string
    }
  /** Without a cycle, the latest one. */
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
  | { readonly type: 'ReportBounce'; readonly cycle: number; readonly status: string }

const RETRIED_FOR_MS = 48 * 3_600_000
const REFUSALS_MAX = 3

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
      return reportBounce(command.status, state)
  }
}

const isNext = (state: SubscribedCycle, reminder: Reminder): boolean =>
  nextReminder(state) === reminder && state.reminders[reminder].status === 'pending'

function settleSend(
  { reminder, messageId, outcome, at }: Extract<SubscriptionCommand, { type: 'SettleSend' }>,
  state: SubscribedCycle,
): Events {
  const known = state.reminders[reminder]
  if (known.status !== 'started') return []
  const mail = { reminder, messageId }
  switch (outcome.kind) {
    case 'sent':
      return [{ type: 'ReminderSent', data: mail }]
    case 'uncertain':
      return [{ type: 'ReminderSendUncertain', data: { ...mail, reason: outcome.reason } }]
    case 'failed': {
      const { failingSince = at } = known
      const failed = sendFailed({ ...mail, reason: outcome.reason, isPermanent: false })
      const isOver = Date.parse(at) - Date.parse(failingSince) >= RETRIED_FOR_MS
      return isOver ? [failed, skipped(reminder, 'undeliverable')] : [failed]
    }
    case 'refused': {
      const status = outcome.status ?? '5.0.0'
      const failed = sendFailed({ ...mail, reason: status, isPermanent: true })
      const isForGood = refusedForGood(outcome.status) || known.refusals + 1 >= REFUSALS_MAX
      return isForGood && state.status === 'active' ? [failed, bounced(status)] : [failed]
    }
  }
}

const sendFailed = (data: EventOf<'ReminderSendFailed'>['data']): SubscriptionEvent => ({
  type: 'ReminderSendFailed',
  data,
})
const skipped = (reminder: Reminder, reason: string): SubscriptionEvent => ({
  type: 'ReminderSkipped',
  data: { reminder, reason },
})
const bounced = (status: string): SubscriptionEvent => ({ type: 'ReminderBounced', data: { status } })

function reportBounce(status: string, { bounceReports }: SubscribedCycle): Events {
  const meaning = afterReport(status, bounceReports + 1)
  if (meaning === 'none') return []
  const reported: SubscriptionEvent = { type: 'ReminderBounceReported', data: { status } }
  return meaning === 'bounced' ? [reported, bounced(status)] : [reported]
}

/** One stream a person and profile: however many workers find a mail due, one append lets one of them send it. */
export const subscription: Decider<Subscription, SubscriptionCommand, SubscriptionEvent> = {
  initial: NO_SUBSCRIPTION,
  evolve: evolveSubscription,
  decide,
}
