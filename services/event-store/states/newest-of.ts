import type { EventStore, Revision, StoredEvent } from '@app/contracts/event-store.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'

const PAGE_EVENTS = 250

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
