import {
  isStoreError,
  type Actor,
  type AppendResult,
  type EventStore,
  type Expected,
  type JsonObject,
  type NewEvent,
} from '@app/contracts/event-store.ts'
import { definitionOf, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import type { Decider } from './decider.ts'
import type { Codec, StreamReading } from './codec.ts'
import { foldStream, type Folding } from './fold.ts'

/** The way to the log for whoever commands or shows: what they append is encrypted, what they read is decrypted. */
export interface Events extends StreamReading {
  readonly log: EventStore
  readonly codec: Codec
  /** Throws before a full disk stops the server. */
  readonly refuseWithoutSpace: () => void
}

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

/** Repeats an ambiguous append with the same ids, which cannot write it twice. */
export async function append(
  store: Events,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  try {
    return await appendOnce(store, stream, expected, events)
  } catch (error) {
    if (!isStoreError(error) || !error.ambiguous) throw error
    return appendOnce(store, stream, expected, events)
  }
}

async function appendOnce(
  { log, codec, refuseWithoutSpace }: Events,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
  options?: Parameters<EventStore['append']>[3],
): Promise<AppendResult> {
  // First, because encrypting may write a key.
  refuseWithoutSpace()
  const encrypted = await Promise.all(events.map((event) => codec.encrypt(stream, event)))
  return log.append(stream, expected, encrypted, options)
}

export async function load<State>(
  store: StreamReading,
  decider: Folding<State>,
  stream: string,
): Promise<{ readonly state: State; readonly expected: Expected }> {
  const { state, next } = await foldStream(store, decider, stream)
  return { state, expected: next === 0n ? 'noStream' : next - 1n }
}

export const hasEvents = async ({ log }: Pick<Events, 'log'>, stream: string): Promise<boolean> =>
  (await log.readStream(stream, { limit: 1 })).length > 0

/** Decides again after a lost race. */
export async function handle<State, Command>(
  store: Events,
  decider: Decider<State, Command>,
  command: {
    readonly stream: string
    readonly command: Command
    readonly cause: Cause
    readonly newId: () => string
  },
): Promise<Handled<State>> {
  for (let attempt = 1; ; attempt += 1) {
    const { state, expected } = await load(store, decider, command.stream)
    const events = decider.decide(command.command, state)
    if (events.length === 0) return { state, events }
    try {
      const appended = await append(
        store,
        command.stream,
        expected,
        events.map((event) => envelop(event, command.newId(), command.cause)),
      )
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

/** Appends without a read. Reads only what exists already, to tell a retry from another fact with the same id. */
export async function record<State, Command>(
  store: Events,
  decider: Decider<State, Command>,
  fact: {
    readonly stream: string
    readonly command: Command
    readonly eventId: string
    readonly cause: Cause
    readonly timeoutMs?: number
  },
): Promise<void> {
  const [event] = decider.decide(fact.command, decider.initial)
  if (event === undefined) return
  const timeout = fact.timeoutMs === undefined ? {} : { timeoutMs: fact.timeoutMs }
  const enveloped = envelop(event, fact.eventId, fact.cause)
  try {
    if (!(await appendOnce(store, fact.stream, 'noStream', [enveloped], timeout)).replayed) return
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
  }
  const { state } = await load(store, decider, fact.stream)
  decider.decide(fact.command, state)
}
