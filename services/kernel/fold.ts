import {
  isStoreError,
  StoreError,
  type EventStore,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { auditStream } from '@app/contracts/record.ts'
import type { Decider } from './decider.ts'
import { skipIdOf } from './log/ids.ts'
import { readStream, type StreamReading } from './codec.ts'

export interface Folded<State> {
  readonly state: State
  /** Revision of the first event that was not folded. */
  readonly next: Revision
}

export type Folding<State> = Pick<Decider<State, never>, 'initial' | 'evolve'>

/** Parsing a page takes about 10 ms: other calls run in between. */
export const PAGE_EVENTS = 250

/** @throws StoreError Corrupt at an event that nobody can read, until an order sets it aside */
export async function foldStream<State>(
  store: StreamReading,
  decider: Folding<State>,
  stream: string,
): Promise<Folded<State>> {
  let folded: Folded<State> = { state: decider.initial, next: 0n }
  let limit = PAGE_EVENTS
  for (;;) {
    try {
      const page = await readStream(store, stream, { from: folded.next, limit })
      folded = page.reduce((before, event) => foldEvent(decider, before, event), folded)
      if (page.length < limit) return folded
      limit = PAGE_EVENTS
    } catch (error) {
      const aside = await setAside(store.log, error)
      if (aside === undefined) throw error
      // Up to it first, then on behind it.
      limit = aside > folded.next ? Math.min(PAGE_EVENTS, Number(aside - folded.next)) : PAGE_EVENTS
      if (aside === folded.next) folded = { ...folded, next: aside + 1n }
    }
  }
}

/** The read model that has every event on which anything is decided: an order to skip one there holds here too. */
const ORDERED_FOR = 'history'

/** The revision of an event that nobody can read, if an administrator has ordered to go on without it. */
async function setAside(log: Pick<EventStore, 'readStream'>, error: unknown): Promise<Revision | undefined> {
  if (!isStoreError(error, 'Corrupt')) return undefined
  const { position, revision } = error.facts
  if (typeof position !== 'bigint' || typeof revision !== 'bigint') return undefined
  const order = await log.readStream(auditStream(skipIdOf(ORDERED_FOR, position)), { limit: 1 })
  return order.length === 0 ? undefined : revision
}

export interface Past<State> {
  readonly state: State
  /** Of the event that made it. */
  readonly revision: Revision
  readonly occurredAt: string
}

/** As of a revision, and not after an instant. */
export async function foldPast<State>(
  store: StreamReading,
  { initial, evolve }: Folding<State>,
  stream: string,
  until: { readonly revision: Revision; readonly instantMs?: number },
): Promise<Past<State> | undefined> {
  const { revision: last, instantMs = Infinity } = until
  const folding: Folding<{ readonly state: State; readonly past?: Past<State> }> = {
    initial: { state: initial },
    evolve: (before, event, occurrence) => {
      if (occurrence.revision > last) return before
      const state = evolve(before.state, event, occurrence)
      // The clocks of two processes differ: a later event may have an earlier instant.
      const isPast = Date.parse(occurrence.occurredAt) <= instantMs
      return isPast ? { state, past: { state, ...occurrence } } : { ...before, state }
    },
  }
  return (await foldStream(store, folding, stream)).state.past
}

const foldEvent = <State>(
  { evolve }: Folding<State>,
  { state }: Folded<State>,
  event: StoredEvent,
): Folded<State> => {
  const { revision, meta } = event
  return {
    state: evolve(state, readStored(event), { revision, occurredAt: meta.occurredAt }),
    next: revision + 1n,
  }
}

function readStored(event: StoredEvent): PastEvent {
  try {
    return readEvent(event)
  } catch (cause) {
    const { position, stream, revision, id, type } = event
    const facts = { position, stream, revision, id, type }
    throw new StoreError('Corrupt', `position ${position}: ${type} cannot be read`, { facts, cause })
  }
}
