import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { REMINDERS, subscriptionStream, type Reminder } from '@app/contracts/reminders.ts'
import {
  evolveSubscription,
  nextReminder,
  NO_SUBSCRIPTION,
  type ReminderState,
  type SubscribedCycle,
} from '@app/services/reminders/subscription-state.ts'
import { idBehind, rowModel, rowTable, type Fact, type RowOf } from '@app/services/kernel/models/row-model.ts'

export interface SubscriberText {
  readonly email: string
}

/** The latest cycle. Wordless once erased: the row stays, as later cycles count there. Instants are ms since 1970. */
type SubscriptionRow = RowOf<'read.subscriptions'> & { readonly words: SubscriberText | null }

/** `blocked`: words of subscriber or profile were blocked. `undeliverable`: servers refused it, or reported it back. */
type Unsent = 'blocked' | 'undeliverable'

const isUnsent = (status: string): status is Unsent => status === 'blocked' || status === 'undeliverable'

/** The decider's retries and reports are not in the row: neither status nor cycle depends on them. */
const reminderOf = (status: SubscriptionRow['first_status']): ReminderState => ({
  status: isUnsent(status) ? 'skipped' : status,
  failures: 0,
})

const cycleOf = (row: SubscriptionRow): SubscribedCycle => ({
  status: row.status,
  cycle: row.cycle,
  profileId: row.profile_id,
  email: undefined,
  visitorId: row.visitor_id ?? undefined,
  subscribedAt: new Date(row.subscribed_at).toISOString(),
  reminders: { first: reminderOf(row.first_status), second: reminderOf(row.second_status) },
  bounceReports: 0,
})

function evolve(row: SubscriptionRow | undefined, fact: Fact): SubscriptionRow {
  const { key: id, event, stored } = fact
  const at = { occurredAt: stored.meta.occurredAt, revision: stored.revision }
  const state = evolveSubscription(row === undefined ? NO_SUBSCRIPTION : cycleOf(row), event, at)
  if (state.status === 'none') throw new Error(`subscription ${id}: ${event.type} before ReminderSubscribed`)
  return {
    id,
    profile_id: state.profileId,
    cycle: state.cycle,
    status: state.status,
    visitor_id: state.visitorId ?? null,
    subscribed_at: Date.parse(state.subscribedAt),
    first_status: state.reminders.first.status,
    second_status: state.reminders.second.status,
    next_reminder: nextReminder(state) ?? null,
    ...mailedAfter(row, fact),
    ...unsentAfter(row, event),
  }
}

function mailedAfter(row: SubscriptionRow | undefined, { event, atMs }: Fact) {
  if (event.type === 'ReminderSubscribed') {
    const { email } = event.data
    return { words: email === undefined ? null : { email }, first_at: null, second_at: null }
  }
  const { words, first_at, second_at } = row!
  const mailed = { words, first_at, second_at }
  return event.type === 'ReminderSent' || event.type === 'ReminderSendUncertain'
    ? { ...mailed, [`${event.data.reminder}_at`]: atMs }
    : mailed
}

function unsentAfter(row: SubscriptionRow | undefined, event: PastEvent) {
  if (row === undefined || event.type === 'ReminderSubscribed') return {}
  const unsent = REMINDERS.map((reminder) => [`${reminder}_status`, unsentBy(row, event, reminder)] as const)
  return Object.fromEntries(unsent.filter(([, why]) => why !== undefined)) as Partial<
    Pick<SubscriptionRow, 'first_status' | 'second_status'>
  >
}

function unsentBy(row: SubscriptionRow, event: PastEvent, reminder: Reminder): Unsent | undefined {
  const status = row[`${reminder}_status`]
  if (isUnsent(status)) return status
  if (event.type === 'ReminderSkipped' && event.data.reminder === reminder)
    return isUnsent(event.data.reason) ? event.data.reason : undefined
  // A report names no reminder: it is of the last one.
  const isLast =
    row.second_at === null ? reminder === 'first' && row.first_at !== null : reminder === 'second'
  return event.type === 'ReminderBounceReported' && isLast ? 'undeliverable' : undefined
}

export const subscriptionsModel = rowModel({
  name: 'subscriptions',
  version: 7,
  handles: [
    'ReminderSubscribed',
    'ReminderSendStarted',
    'ReminderSendFailed',
    'ReminderSent',
    'ReminderSendUncertain',
    'ReminderSkipped',
    'ReminderConverted',
    'ReminderCancelled',
    'ReminderBounceReported',
    'ReminderBounced',
  ],
  tables: [
    rowTable<SubscriptionRow>({
      view: 'read.subscriptions',
      key: 'id',
      indexes: [
        '(next_reminder, subscribed_at, id) where next_reminder is not null',
        '(profile_id, id)',
        '(profile_id, visitor_id, subscribed_at) where visitor_id is not null',
        '(profile_id, subscribed_at)',
        '(subscribed_at, id)',
        '(status, subscribed_at, id)',
        "(subscribed_at, id) where status = 'active' and next_reminder is null",
        "(subscribed_at, id) where status = 'active' and next_reminder is not null",
      ],
      personal: { subjectOf: ({ stream }) => stream },
      keyOf: idBehind(subscriptionStream('')),
      evolve,
    }),
  ],
})
