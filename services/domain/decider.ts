import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'

/** Where in its stream an event lies, and when it happened (RFC 3339, UTC). */
export interface Occurrence {
  readonly revision: bigint
  readonly occurredAt: string
}

/**
 * What the kept states of a decider are known by. Another version makes the states kept before worthless: to be raised
 * with every change of the state's shape or of what `evolve` makes of an event.
 */
export interface KeptAs {
  readonly name: string
  readonly version: number
}

/** One aggregate as pure functions: facts in, events out. No I/O, no clock, no randomness. */
export interface Decider<State, Command, Event extends DomainEvent = DomainEvent> {
  readonly initial: State
  /** Where streams grow for years: their states are kept, so that nobody folds them whole again. */
  readonly keptAs?: KeptAs
  /** State after an event that was stored; events that don't concern it leave it as it is. */
  readonly evolve: (state: State, event: PastEvent, occurrence: Occurrence) => State
  /** Nothing new: no events. A broken rule: throws a Refusal. */
  readonly decide: (command: Command, state: State) => readonly Event[]
}
