import {
  isStoreError,
  StoreError,
  type EventStore,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { readEvent, type EventType, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import type { Decider } from '@app/domain/decider.ts'
import { skipIdOf } from '../ids.ts'

export interface Folded<State> {
  readonly state: State
  /** Revision of the first event that was not folded. */
  readonly next: Revision
  readonly lastId: string | undefined
}

export type Folding<State> = Pick<Decider<State, never>, 'initial' | 'evolve' | 'keptAs' | 'restartsAt'>

/** Parsing a page takes about 10 ms: other calls run in between. */
export const PAGE_EVENTS = 250

export const nothingFolded = <State>({ initial }: Folding<State>): Folded<State> => ({
  state: initial,
  next: 0n,
  lastId: undefined,
})

/** @throws StoreError Corrupt at an event that nobody can read, until an order sets it aside */
export async function foldOn<State>(
  store: Pick<EventStore, 'readStream'>,
  decider: Folding<State>,
  stream: string,
  from: Folded<State>,
): Promise<Folded<State>> {
  let folded = from
  let limit = PAGE_EVENTS
  let isDamaged = false
  for (;;) {
    try {
      const page = await store.readStream(stream, { from: folded.next, limit })
      const isWhole = page.length < limit
      // Only a long stream is worth the search for a later beginning.
      const isSearched = !isWhole && !isDamaged && folded.next === 0n
      const restart = isSearched ? await newestRestart(store, decider, stream) : undefined
      folded =
        restart === undefined
          ? page.reduce((before, event) => foldEvent(decider, before, event), folded)
          : foldEvent(decider, folded, restart)
      if (isWhole) return folded
      limit = PAGE_EVENTS
    } catch (error) {
      const aside = await setAside(store, error)
      if (aside === undefined) throw error
      isDamaged = true
      // Up to it first, then on behind it.
      limit = aside > folded.next ? Math.min(PAGE_EVENTS, Number(aside - folded.next)) : PAGE_EVENTS
      if (aside === folded.next) folded = { ...folded, next: aside + 1n }
    }
  }
}

/** The read model that has every event on which anything is decided: an order to skip one there holds here too. */
const ORDERED_FOR = 'history'

/** The revision of an event that nobody can read, if an administrator has ordered to go on without it. */
async function setAside(
  store: Pick<EventStore, 'readStream'>,
  error: unknown,
): Promise<Revision | undefined> {
  if (!isStoreError(error, 'Corrupt')) return undefined
  const { position, revision } = error.facts
  if (typeof position !== 'bigint' || typeof revision !== 'bigint') return undefined
  const order = await store.readStream(auditStream(skipIdOf(ORDERED_FOR, position)), { limit: 1 })
  return order.length === 0 ? undefined : revision
}

const newestRestart = async <State>(
  store: Pick<EventStore, 'readStream'>,
  { restartsAt }: Folding<State>,
  stream: string,
): Promise<StoredEvent | undefined> =>
  restartsAt === undefined ? undefined : newestOf(store, stream, restartsAt)

export interface Past<State> {
  readonly state: State
  /** Of the event that made it. */
  readonly revision: Revision
  readonly occurredAt: string
}

/** As of a revision, and not after an instant. Cached states are the newest ones, so this folds from the beginning. */
export async function foldPast<State>(
  store: Pick<EventStore, 'readStream'>,
  decider: Folding<State>,
  stream: string,
  until: { readonly revision: Revision; readonly instantMs?: number },
): Promise<Past<State> | undefined> {
  const { revision: last, instantMs = Infinity } = until
  let folded = nothingFolded(decider)
  let past: Past<State> | undefined
  while (folded.next <= last) {
    const page = await store.readStream(stream, { from: folded.next, limit: PAGE_EVENTS })
    for (const event of page.filter(({ revision }) => revision <= last)) {
      folded = foldEvent(decider, folded, event)
      const { revision, meta } = event
      // The clocks of two processes differ: a later event may have an earlier instant.
      if (Date.parse(meta.occurredAt) <= instantMs)
        past = { state: folded.state, revision, occurredAt: meta.occurredAt }
    }
    if (page.length < PAGE_EVENTS) break
  }
  return past
}

function foldEvent<State>(
  { evolve }: Folding<State>,
  { state }: Folded<State>,
  event: StoredEvent,
): Folded<State> {
  const { id, revision, meta } = event
  return {
    state: evolve(state, readStored(event), { revision, occurredAt: meta.occurredAt }),
    next: revision + 1n,
    lastId: id,
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

/** Reads a stream from its end, so that the cost is that of the events after the one it finds. */
export async function newestOf(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  type: EventType,
): Promise<StoredEvent | undefined> {
  for (let from: Revision | undefined; ;) {
    const page = await store.readStream(stream, {
      direction: 'backward',
      limit: PAGE_EVENTS,
      ...(from === undefined ? {} : { from }),
    })
    const found = page.find((event) => event.type === type)
    const oldest = page.at(-1)
    if (found !== undefined || oldest === undefined || oldest.revision === 0n) return found
    from = oldest.revision - 1n
  }
}
