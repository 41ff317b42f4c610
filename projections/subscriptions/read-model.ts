import type { PastEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { nextOf, REMINDER_AFTER, STATUS_AFTER } from '@app/services/reminders/subscription.ts'
import { idBehind, rowModel, rowTable, type Fact, type RowOf } from '@app/services/kernel/models/row-model.ts'

export interface SubscriberText {
  readonly email: string
}

/** The latest cycle. Wordless once erased: the row stays, as later cycles count there. Instants are ms since 1970. */
type SubscriptionRow = RowOf<'read.subscriptions'> & { readonly words: SubscriberText | null }

function evolve(row: SubscriptionRow | undefined, { key: id, event, atMs }: Fact): SubscriptionRow {
  const after = event.type === 'ReminderSubscribed' ? begun(row, id, event.data, atMs) : row
  if (after === undefined) throw new Error(`subscription ${id}: ${event.type} before ReminderSubscribed`)
  const changed = { ...after, ...changeBy(after, event, atMs) }
  const next = changed.status === 'active' ? nextOf(changed.first_status, changed.second_status) : undefined
  return { ...changed, next_reminder: next ?? null }
}

const begun = (
  before: SubscriptionRow | undefined,
  id: string,
  { profileId, email, visitorId }: PastEventOf<'ReminderSubscribed'>['data'],
  atMs: number,
): SubscriptionRow => ({
  id,
  profile_id: profileId,
  cycle: (before?.cycle ?? 0) + 1,
  status: 'active',
  visitor_id: visitorId ?? null,
  subscribed_at: atMs,
  first_status: 'pending',
  second_status: 'pending',
  next_reminder: null,
  words: email === undefined ? null : { email },
  first_at: null,
  second_at: null,
})

function changeBy(row: SubscriptionRow, event: PastEvent, atMs: number): Partial<SubscriptionRow> {
  switch (event.type) {
    case 'ReminderSendStarted':
    case 'ReminderSendFailed':
      return { [`${event.data.reminder}_status`]: REMINDER_AFTER[event.type] }
    case 'ReminderSent':
    case 'ReminderSendUncertain': {
      const { reminder } = event.data
      return { [`${reminder}_status`]: REMINDER_AFTER[event.type], [`${reminder}_at`]: atMs }
    }
    case 'ReminderSkipped': {
      const { reminder, reason } = event.data
      // Words of subscriber or profile were blocked; or servers refused the mail.
      const isShown = reason === 'blocked' || reason === 'undeliverable'
      return { [`${reminder}_status`]: isShown ? reason : REMINDER_AFTER[event.type] }
    }
    case 'ReminderBounceReported':
      // A report names no reminder: it is of the last one.
      if (row.second_at !== null) return { second_status: 'undeliverable' }
      return row.first_at === null ? {} : { first_status: 'undeliverable' }
    case 'ReminderConverted':
    case 'ReminderCancelled':
    case 'ReminderBounced':
      return { status: STATUS_AFTER[event.type] }
    default:
      return {}
  }
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
