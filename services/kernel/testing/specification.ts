import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { expect } from 'vitest'
import type { Decider } from '../decider.ts'
import { testTable } from '../../../tests/support/every.ts'

/** The outcome of a command, which is asserted and never returned. */
export interface DecisionOutcome<Event> {
  then(...expected: readonly Event[]): void
  thenNothing(): void
  thenRefused(code: RefusalCode, detail?: string): void
}

/** `given(decider)(...events).when(command).then(events)`: rules over events, whatever the state looks like inside. */
export const given =
  <State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) =>
  (...events: readonly PastEvent[]) => ({
    when: (command: Command): DecisionOutcome<Event> => {
      const decide = (): readonly Event[] => decider.decide(command, stateAfter(decider, events))
      return {
        // oxlint-disable-next-line unicorn/no-thenable -- specs read so, and nobody awaits an outcome
        then: (...expected) => expect(decide()).toEqual(expected),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefused: (code, detail) => {
          const refusal = refusalOf(decide)
          expect(refusal).toMatchObject({ code, message: detail ?? refusal.message })
        },
      }
    },
  })

type Specification<Command, Event> = readonly [
  past: readonly PastEvent[],
  command: Command,
  outcome: readonly Event[] | RefusalCode,
]

export const decides =
  <State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) =>
  (title: string, rows: readonly Specification<Command, Event>[]): void =>
    testTable(rows)(title, (past, command, outcome) => {
      const decided = given(decider)(...past).when(command)
      if (typeof outcome === 'string') decided.thenRefused(outcome)
      else decided.then(...outcome)
    })

/** Fixtures happen a second apart, from a fixed moment on. */
const FIRST_MS = Date.parse('2026-11-20T12:00:00.000Z')

export const stateAfter = <State>(
  decider: Pick<Decider<State, never>, 'initial' | 'evolve'>,
  events: readonly PastEvent[],
): State =>
  events.reduce((state, event, index) => {
    const occurredAt = new Date(FIRST_MS + index * 1_000).toISOString()
    return decider.evolve(state, event, { revision: BigInt(index), occurredAt })
  }, decider.initial)

function refusalOf(decide: () => readonly DomainEvent[]): Refusal {
  try {
    const events = decide()
    throw new Error(`not refused: ${JSON.stringify(events)}`)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
