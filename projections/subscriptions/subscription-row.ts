import type { ShownStatus } from '@app/contracts/api/reminder-calls.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { REMINDERS, type Reminder } from '@app/contracts/events/subscription-events.ts'
import type { Occurrence } from '@app/domain/decider.ts'
import {
  evolveSubscription,
  nextReminder,
  NO_SUBSCRIPTION,
  type ReminderState,
  type SubscribedCycle,
} from '@app/domain/subscription-state.ts'

/** As the event has it: `fields` are encrypted with the key `keyRef`. */
interface SealedEmail {
  readonly eventId: string
  readonly keyRef: string
  readonly fields: JsonObject
}

/**
 * `blocked`: skipped, because the words of subscriber or profile were blocked. `undeliverable`: servers refused it, or
 * reported that it came back.
 */
type Unsent = 'blocked' | 'undeliverable'
type RowStatus = ReminderState['status'] | Unsent

const isUnsent = (status: string): status is Unsent => status === 'blocked' || status === 'undeliverable'

/** The latest cycle. Instants are milliseconds since 1970. */
export interface SubscriptionRow {
  readonly id: string
  readonly profile_id: string
  readonly cycle: number
  readonly status: SubscribedCycle['status']
  /** Null when the event has none that is sealed. */
  readonly email: SealedEmail | null
  readonly visitor_id: string | null
  readonly subscribed_at: number
  readonly first_status: RowStatus
  /** When its outcome was recorded, if it was sent or may have been. */
  readonly first_at: number | null
  readonly second_status: RowStatus
  readonly second_at: number | null
  readonly next_reminder: Reminder | null
}

/** As lists count and filter them: with no mail to come, an active one is completed. */
export const shownStatusOf = ({
  status,
  next_reminder: next,
}: Pick<SubscriptionRow, 'status' | 'next_reminder'>): ShownStatus =>
  status === 'active' && next === null ? 'completed' : status

export interface SubscriptionFact {
  readonly id: string
  readonly at: Occurrence
  /** Without the e-mail. */
  readonly event: PastEvent
  readonly email: SealedEmail | null
}

/** The decider's retries and reports are not in the row: neither status nor cycle depends on them. */
const reminderOf = (status: RowStatus): ReminderState => ({
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

const NONE_SENT = { first_at: null, second_at: null }

/** Fields of the row besides the decider's state. */
function mailedAfter(row: SubscriptionRow | undefined, { at, event, email }: SubscriptionFact) {
  if (row === undefined || event.type === 'ReminderSubscribed') return { email, ...NONE_SENT }
  const { first_at, second_at } = row
  const mailed = { email: row.email, first_at, second_at }
  return event.type === 'ReminderSent' || event.type === 'ReminderSendUncertain'
    ? { ...mailed, [`${event.data.reminder}_at`]: Date.parse(at.occurredAt) }
    : mailed
}

/**
 * @param cyclesErased how many its stream had before its subscriber was erased; undefined when that never happened
 * @throws Error when the event can't follow
 */
export function evolveRow(
  row: SubscriptionRow | undefined,
  fact: SubscriptionFact,
  cyclesErased: number | undefined,
): SubscriptionRow | undefined {
  const { id, at, event } = fact
  if (event.type === 'SubjectErased') return undefined
  const state = evolveSubscription(row === undefined ? NO_SUBSCRIPTION : cycleOf(row), event, at)
  if (state.status !== 'none')
    return {
      id,
      ...columnsOf(state, row === undefined ? cyclesErased : 0),
      ...mailedAfter(row, fact),
      ...unsentAfter(row, fact),
    }
  // A mail's outcome may be recorded after its subscriber was erased.
  if (cyclesErased !== undefined) return undefined
  throw new Error(`subscription ${id}: ${event.type} before ReminderSubscribed`)
}

function unsentAfter(row: SubscriptionRow | undefined, { event }: SubscriptionFact) {
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

const columnsOf = (state: SubscribedCycle, cyclesBefore = 0) => ({
  profile_id: state.profileId,
  cycle: cyclesBefore + state.cycle,
  status: state.status,
  visitor_id: state.visitorId ?? null,
  subscribed_at: Date.parse(state.subscribedAt),
  first_status: state.reminders.first.status,
  second_status: state.reminders.second.status,
  next_reminder: nextReminder(state) ?? null,
})
