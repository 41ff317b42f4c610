import {
  isStoreError,
  type Actor,
  type AppendResult,
  type EventStore,
  type Expected,
  type JsonObject,
  type NewEvent,
} from '@app/contracts/event-store.ts'
import { definitionOf, type DomainEvent, type EventType } from '@app/contracts/events/catalogue.ts'
import type { Decider } from '@app/domain/decider.ts'
import { foldWhole, type Folding } from './states/fold.ts'

export interface Cause {
  readonly actor: Actor
  /** RFC 3339, UTC, milliseconds. */
  readonly occurredAt: string
  readonly correlationId: string
  readonly causationId?: string
}

export interface Handled<State> {
  readonly state: State
  readonly events: readonly DomainEvent[]
  /** Absent when there was no new event. */
  readonly appended?: AppendResult
}

/** Each round has one winner, so this bounds the concurrent writers of a stream. */
const ATTEMPTS_MAX = 32

export function envelop(event: DomainEvent, id: string, cause: Cause): NewEvent {
  const { actor, occurredAt, correlationId, causationId = null } = cause
  return {
    id,
    type: event.type,
    version: definitionOf(event.type).version,
    data: event.data as JsonObject,
    meta: { actor, occurredAt, correlationId, causationId },
  }
}

export type StateSource = Pick<EventStore, 'readStream'>

export async function load<State>(
  store: StateSource,
  decider: Folding<State>,
  stream: string,
): Promise<{ readonly state: State; readonly expected: Expected }> {
  const { state, next } = await foldWhole(store, decider, stream)
  return { state, expected: next === 0n ? 'noStream' : next - 1n }
}

/** Decides again after a lost race. Repeats an ambiguous append with the same ids, which cannot write it twice. */
export async function handle<State, Command>(
  store: EventStore,
  decider: Decider<State, Command>,
  command: {
    readonly stream: string
    readonly command: Command
    readonly cause: Cause
    readonly newId: () => string
    /** An event of this type causes those that are decided after it. */
    readonly causing?: EventType
  },
): Promise<Handled<State>> {
  for (let attempt = 1; ; attempt += 1) {
    const { state, expected } = await load(store, decider, command.stream)
    const events = decider.decide(command.command, state)
    if (events.length === 0) return { state, events }
    const enveloped = envelopAll(events, command)
    try {
      const appended = await appendSurely(store, command.stream, expected, enveloped)
      const first = expected === 'noStream' ? 0n : expected + 1n
      const evolved = events.reduce((before, event, index) => {
        const { occurredAt } = command.cause
        return decider.evolve(before, event, { revision: first + BigInt(index), occurredAt })
      }, state)
      return { state: evolved, events, appended }
    } catch (error) {
      if (!isStoreError(error, 'Conflict') || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

function envelopAll(
  events: readonly DomainEvent[],
  { cause, newId, causing }: Parameters<typeof handle>[2],
): readonly NewEvent[] {
  let current = cause
  return events.map((event) => {
    const id = newId()
    const enveloped = envelop(event, id, current)
    if (event.type === causing) current = { ...cause, causationId: id }
    return enveloped
  })
}

async function appendSurely(
  store: EventStore,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  try {
    return await store.append(stream, expected, events)
  } catch (error) {
    if (!isStoreError(error) || !error.ambiguous) throw error
    return store.append(stream, expected, events)
  }
}
