import type { EventStore, Revision, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import type { Decider } from '@app/domain/decider.ts'
import { newestOf } from './newest-of.ts'

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

export async function foldOn<State>(
  store: Pick<EventStore, 'readStream'>,
  decider: Folding<State>,
  stream: string,
  from: Folded<State>,
): Promise<Folded<State>> {
  let folded = from
  for (;;) {
    const page = await store.readStream(stream, { from: folded.next, limit: PAGE_EVENTS })
    const isWhole = page.length < PAGE_EVENTS
    // Only a long stream is worth the search for a later beginning.
    const restart = isWhole || folded.next > 0n ? undefined : await newestRestart(store, decider, stream)
    folded =
      restart === undefined
        ? page.reduce((before, event) => foldEvent(decider, before, event), folded)
        : foldEvent(decider, folded, restart)
    if (isWhole) return folded
  }
}

const newestRestart = async <State>(
  store: Pick<EventStore, 'readStream'>,
  { restartsAt }: Folding<State>,
  stream: string,
): Promise<StoredEvent | undefined> =>
  restartsAt === undefined ? undefined : newestOf(store, stream, restartsAt)

function foldEvent<State>(
  { evolve }: Folding<State>,
  { state }: Folded<State>,
  event: StoredEvent,
): Folded<State> {
  const { id, revision, meta } = event
  return {
    state: evolve(state, readEvent(event), { revision, occurredAt: meta.occurredAt }),
    next: revision + 1n,
    lastId: id,
  }
}
