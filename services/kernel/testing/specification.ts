import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { RefusalCode } from '@app/contracts/refusals.ts'
import { expect } from 'vitest'
import type { Decider } from '../decider.ts'
import { testTable } from '../../../tests/support/every.ts'

type Specification<Command, Event> = readonly [
  past: readonly PastEvent[],
  command: Command,
  outcome: readonly Event[] | RefusalCode | `${RefusalCode}: ${string}`,
]

/** Rules over events, whatever the state looks like inside: what a command decides after others, or its refusal. */
export const decides =
  <State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) =>
  (title: string, rows: readonly Specification<Command, Event>[]): void =>
    testTable(rows)(title, (past, command, outcome) => {
      const decide = () => decider.decide(command, stateAfter(decider, past))
      if (typeof outcome !== 'string') return expect(decide()).toEqual(outcome)
      const [code, message] = outcome.split(': ')
      const refusal = message === undefined ? { code } : { code, message }
      expect(decide).toThrow(expect.objectContaining(refusal))
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
