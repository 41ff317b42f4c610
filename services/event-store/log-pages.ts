import type { EventStore, LogPage, Position } from '@app/contracts/event-store.ts'

/** A page may be empty; the last one is at the head. */
export async function* logPages(
  store: Pick<EventStore, 'readAll'>,
  after: Position,
  options: NonNullable<Parameters<EventStore['readAll']>[1]> = {},
): AsyncGenerator<LogPage, undefined> {
  for (let position = after; ;) {
    const page = await store.readAll(position, options)
    yield page
    if (page.isAtHead) return undefined
    position = page.scannedTo
  }
}
