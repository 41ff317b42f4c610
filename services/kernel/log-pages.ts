import {
  isStoreError,
  positionOf,
  type EventStore,
  type LogPage,
  type Position,
  type ReadAllOptions,
  type StoreError,
} from '@app/contracts/event-store.ts'

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

/** `damaged`: the page ends with the one event that cannot be read, which is not among its events. */
export type PagePast = LogPage & { readonly damaged?: StoreError | undefined }

/** One bad event fails its page: smaller pages deliver the events before it, until it is alone. */
export async function readPastDamaged(
  log: Pick<EventStore, 'readAll'>,
  after: Position,
  options: ReadAllOptions & { readonly limit: number },
): Promise<PagePast> {
  try {
    return await log.readAll(after, options)
  } catch (error) {
    if (!isStoreError(error, 'Corrupt') || typeof error.facts.position !== 'bigint') throw error
    if (options.limit > 1) {
      const page = await readPastDamaged(log, after, { ...options, limit: Math.floor(options.limit / 2) })
      return { ...page, isAtHead: false }
    }
    return { events: [], damaged: error, scannedTo: positionOf(error.facts.position), isAtHead: false }
  }
}
