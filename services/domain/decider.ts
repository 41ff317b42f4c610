import type { DomainEvent, EventType, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { KeptAs } from '@app/contracts/state-snapshots.ts'

/** `occurredAt` is RFC 3339 in UTC. */
export interface Occurrence {
  readonly revision: bigint
  readonly occurredAt: string
}

/** One aggregate as pure functions: no I/O, no clock, no randomness. */
export interface Decider<State, Command, Event extends DomainEvent = DomainEvent> {
  readonly initial: State
  /** For streams that grow for years: states are stored, so that a load need not fold the whole stream. */
  readonly keptAs?: KeptAs
  /** The state after this event depends on nothing before it, so that a load need not read further back. */
  readonly restartsAt?: EventType
  readonly evolve: (state: State, event: PastEvent, occurrence: Occurrence) => State
  /** Returns no events when nothing changes; throws a Refusal when a rule is broken. */
  readonly decide: (command: Command, state: State) => readonly Event[]
}
