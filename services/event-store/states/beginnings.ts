import { createBatchedLookup } from '@app/concurrency/batched-lookup.ts'
import type { EventStore, StoredEvent } from '@app/contracts/event-store.ts'
import { PAGE_EVENTS } from './fold.ts'

type Reading = Pick<EventStore, 'readStream'>
type ReadingMany = Pick<EventStore, 'readStream' | 'readStreams'>

const STREAMS_AT_ONCE = 100

/** Reads several streams by one query, to be folded one by one. They are not read again. */
export async function readBeginnings(store: ReadingMany, streams: readonly string[]): Promise<Reading> {
  const beginnings = await store.readStreams(streams, { limit: PAGE_EVENTS })
  return withBeginnings(store, async (stream) => beginnings.get(stream))
}

/** A load during a read joins the next query. */
export function readTogether(store: ReadingMany): Reading {
  const ask = (streams: readonly string[]) => store.readStreams(streams, { limit: PAGE_EVENTS })
  return withBeginnings(store, createBatchedLookup(ask, STREAMS_AT_ONCE))
}

/** Closed streams are left out: the store reports that they are closed. */
const withBeginnings = (
  store: Reading,
  beginningOf: (stream: string) => Promise<readonly StoredEvent[] | undefined>,
): Reading => ({
  readStream: async (stream, options = {}) => {
    const isBeginning =
      options.from === 0n && options.limit === PAGE_EVENTS && options.direction !== 'backward'
    const beginning = isBeginning ? await beginningOf(stream) : undefined
    return beginning ?? store.readStream(stream, options)
  },
})
