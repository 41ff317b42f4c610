import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Decider } from './decider.ts'

type SuppressionEvent = Extract<DomainEvent, { type: 'RemindersSuppressed' }>

export type SuppressReminders = { readonly type: 'SuppressReminders' }
export type Suppression = { readonly isSuppressed: boolean }

const evolve = (state: Suppression, { type }: PastEvent): Suppression =>
  type === 'RemindersSuppressed' ? { isSuppressed: true } : state

const decide = (_command: SuppressReminders, { isSuppressed }: Suppression): readonly SuppressionEvent[] =>
  isSuppressed ? [] : [{ type: 'RemindersSuppressed', data: {} }]

/** One stream a mailbox, named by a keyed hash. Nothing takes it back: anybody could type somebody's address. */
export const suppression: Decider<Suppression, SuppressReminders, SuppressionEvent> = {
  initial: { isSuppressed: false },
  evolve,
  decide,
}
