import type { EventStore, LogPage, Position } from '@app/contracts/event-store.ts'

/** The log after a position, page after page, up to its end: the last page is at the head. A page may be empty. */
export async function* logPages(
  store: Pick<EventStore, 'readAll'>,
  after: Position,
  options: NonNullable<Parameters<EventStore['readAll']>[1]> = {},
): AsyncGenerator<LogPage, undefined> {
  for (let place = after; ;) {
    const page = await store.readAll(place, options)
    yield page
    if (page.isAtHead) return undefined
    place = page.scannedTo
  }
}
