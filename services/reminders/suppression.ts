import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Decider, Occurrence } from '../kernel/decider.ts'

type SuppressionEvent = Extract<DomainEvent, { type: 'RemindersSuppressed' | 'RemindersAllowed' }>

export type SuppressionCommand =
  | { readonly type: 'SuppressReminders' }
  /** By a link of a mail, which is of one suppression. */
  | { readonly type: 'AllowReminders'; readonly cycle: number }
export interface Suppression {
  readonly isSuppressed: boolean
  /** How many suppressions there have been. */
  readonly cycle: number
  /** Of the latest one; RFC 3339. */
  readonly suppressedAt?: string
}

function evolve(state: Suppression, { type }: PastEvent, { occurredAt }: Occurrence): Suppression {
  if (type === 'RemindersSuppressed')
    return { isSuppressed: true, cycle: state.cycle + 1, suppressedAt: occurredAt }
  return type === 'RemindersAllowed' ? { ...state, isSuppressed: false } : state
}

function decide(
  command: SuppressionCommand,
  { isSuppressed, cycle }: Suppression,
): readonly SuppressionEvent[] {
  if (command.type === 'SuppressReminders')
    return isSuppressed ? [] : [{ type: 'RemindersSuppressed', data: {} }]
  return isSuppressed && command.cycle === cycle ? [{ type: 'RemindersAllowed', data: {} }] : []
}

/**
 * One stream a mailbox, named by a keyed hash. Only a link that was mailed to it ends a suppression: anybody could
 * type somebody's address.
 */
export const suppression: Decider<Suppression, SuppressionCommand, SuppressionEvent> = {
  initial: { isSuppressed: false, cycle: 0 },
  evolve,
  decide,
}
