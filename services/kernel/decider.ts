import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'

export interface Occurrence {
  readonly revision: bigint
  readonly occurredAt: string
}

/** One aggregate as pure functions: no I/O, no clock, no randomness. */
export interface Decider<State, Command, Event extends DomainEvent = DomainEvent> {
  readonly initial: State
  readonly evolve: (state: State, event: PastEvent, occurrence: Occurrence) => State
  /** Returns no events when nothing changes; throws a Refusal when a rule is broken. */
  readonly decide: (command: Command, state: State) => readonly Event[]
}
