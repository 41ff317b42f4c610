import {
  isStoreError,
  StoreError,
  type Actor,
  type AppendResult,
  type EventMeta,
  type EventStore,
  type Expected,
  type JsonObject,
  type NewEvent,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { CATALOGUE, definitionOf, readEvent, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import type { Decider } from './decider.ts'
import type { Codec, StreamReading } from './codec.ts'
import type { KeyedNames } from './keys/keyed-ids.ts'

/** The way to the log for commands and answers: what they append is encrypted, what they read is decrypted. */
export interface Events extends StreamReading {
  readonly log: EventStore
  readonly codec: Codec
  /** Throws before a full disk stops the server. */
  readonly refuseWithoutSpace: () => void
}

export interface CommandContext {
  readonly store: Events
  readonly now: () => Date
  readonly newId: () => string
}

/** Slugs and codes are named by keyed hashes in the log. */
export interface Naming {
  readonly store: Events
  readonly names: KeyedNames
}

export type Cause = Omit<EventMeta, 'causationId' | 'keyRef'> & { readonly causationId?: string }

export const causeBy = ({ now, newId }: Omit<CommandContext, 'store'>, actor: Actor): Cause => ({
  actor,
  occurredAt: now().toISOString(),
  correlationId: newId(),
})

export const causeFollowing = ({ now }: Pick<CommandContext, 'now'>, { id, meta }: StoredEvent): Cause => ({
  actor: meta.actor,
  occurredAt: now().toISOString(),
  correlationId: meta.correlationId,
  causationId: id,
})

export function envelop({ type, data }: DomainEvent, id: string, cause: Cause): NewEvent {
  const { actor, occurredAt, correlationId, causationId = null } = cause
  const meta = { actor, occurredAt, correlationId, causationId }
  return { id, type, version: definitionOf(type).version, data: data as JsonObject, meta }
}

/** @throws StoreError Invalid unless the event fits its newest schema */
function checkWritten({ type, version, data }: NewEvent): void {
  const definition = CATALOGUE.get(type)
  if (definition?.version !== version)
    throw new StoreError('Invalid', `${type} version ${version} is not an event that is written today`)
  const { error } = definition.written.safeParse(data)
  if (error !== undefined) throw new StoreError('Invalid', `${type}: ${error.message}`)
}

/** Without a limit of time, repeats an ambiguous append with the same ids, which cannot write it twice. */
export async function append(
  { log, codec, refuseWithoutSpace }: Events,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
  options?: Parameters<EventStore['append']>[3],
): Promise<AppendResult> {
  events.forEach(checkWritten)
  // First, because encrypting may write a key.
  refuseWithoutSpace()
  const encrypted: NewEvent[] = []
  for (const event of events) encrypted.push(await codec.encrypt(stream, event))
  try {
    return await log.append(stream, expected, encrypted, options)
  } catch (error) {
    if (!isStoreError(error) || !error.ambiguous || options?.timeoutMs !== undefined) throw error
    return await log.append(stream, expected, encrypted, options)
  }
}

type Folding<State> = Pick<Decider<State, never>, 'initial' | 'evolve'>

/** Parsing a page takes about 10 ms: other calls run in between. */
const PAGE_EVENTS = 250

function readStored(event: StoredEvent) {
  try {
    return readEvent(event)
  } catch (cause) {
    const { position, stream, revision, id, type } = event
    const facts = { position, stream, revision, id, type }
    throw new StoreError('Corrupt', `position ${position}: ${type} cannot be read`, { facts, cause })
  }
}

/** @param until the last revision to fold, by default the newest @throws StoreError Corrupt for one unreadable event */
export async function load<State>(
  { log, codec, frozen }: StreamReading,
  { initial, evolve }: Folding<State>,
  stream: string,
  until?: Revision,
): Promise<{ readonly state: State; readonly expected: Expected }> {
  let [state, expected]: [State, Expected] = [initial, 'noStream']
  for (let from = 0n; ; from += BigInt(PAGE_EVENTS)) {
    const page = await codec.decrypt(await log.readStream(stream, { from, limit: PAGE_EVENTS }), { frozen })
    for (const event of page) {
      const { revision, meta } = event
      if (until !== undefined && revision > until) return { state, expected }
      state = evolve(state, readStored(event), { revision, occurredAt: meta.occurredAt })
      expected = revision
    }
    if (page.length < PAGE_EVENTS) return { state, expected }
  }
}

export const hasEvents = async ({ log }: Pick<Events, 'log'>, stream: string): Promise<boolean> =>
  (await log.readStream(stream, { limit: 1 })).length > 0

export interface Handled<State> {
  readonly state: State
  readonly events: readonly DomainEvent[]
  readonly appended?: AppendResult
}

interface Handling<Command> {
  readonly stream: string
  readonly command: Command
  readonly cause: Cause
  readonly newId: () => string
  readonly timeoutMs?: number
}

/** Each round has one winner, so this bounds the concurrent writers of a stream. */
const ATTEMPTS_MAX = 32

export async function handle<State, Command>(
  store: Events,
  decider: Decider<State, Command>,
  { stream, command, cause, newId }: Handling<Command>,
): Promise<Handled<State>> {
  for (let attempt = 1; ; attempt += 1) {
    const { state, expected } = await load(store, decider, stream)
    const events = decider.decide(command, state)
    if (events.length === 0) return { state, events }
    try {
      const enveloped = events.map((event) => envelop(event, newId(), cause))
      const appended = await append(store, stream, expected, enveloped)
      const first = expected === 'noStream' ? 0n : expected + 1n
      const evolved = events.reduce((before, event, index) => {
        const at = { revision: first + BigInt(index), occurredAt: cause.occurredAt }
        return decider.evolve(before, event, at)
      }, state)
      return { state: evolved, events, appended }
    } catch (error) {
      if (!isStoreError(error, 'Conflict') || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

export const handleBy = <State, Command>(
  deps: CommandContext,
  decider: Decider<State, Command>,
  { actor, ...command }: Omit<Handling<Command>, 'cause' | 'newId'> & { readonly actor: Actor },
): Promise<Handled<State>> =>
  handle(deps.store, decider, { ...command, cause: causeBy(deps, actor), newId: deps.newId })

/** Appends without a read. Reads only what exists already, to tell a retry from another fact with the same id. */
export async function record<State, Command>(
  store: Events,
  decider: Decider<State, Command>,
  { stream, command, cause, newId, timeoutMs }: Handling<Command>,
): Promise<void> {
  const events = decider.decide(command, decider.initial).map((event) => envelop(event, newId(), cause))
  try {
    if (!(await append(store, stream, 'noStream', events, { timeoutMs })).replayed) return
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
  }
  const { state } = await load(store, decider, stream)
  decider.decide(command, state)
}
