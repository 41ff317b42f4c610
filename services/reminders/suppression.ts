import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import type { Decider } from '../kernel/decider.ts'

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

/** One stream a mailbox. Only a link mailed to it ends a suppression: anybody could type somebody's address. */
export const suppression: Decider<Suppression, SuppressionCommand, SuppressionEvent> = {
  initial: { isSuppressed: false, cycle: 0 },
  evolve: (state, { type }, { occurredAt }) => {
    if (type === 'RemindersSuppressed')
      return { isSuppressed: true, cycle: state.cycle + 1, suppressedAt: occurredAt }
    return type === 'RemindersAllowed' ? { ...state, isSuppressed: false } : state
  },
  decide: ({ type }, { isSuppressed }) => {
    if ((type === 'SuppressReminders') === isSuppressed) return []
    return [{ type: isSuppressed ? 'RemindersAllowed' : 'RemindersSuppressed', data: {} }]
  },
}
