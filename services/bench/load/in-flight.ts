import { isStoreError, type EventStore, type Expected, type NewEvent } from '@app/contracts/event-store.ts'

export interface ComingEvent {
  readonly stream: string
  readonly event: NewEvent
}

/** Keeps so many calls under way until the time is over, then waits for the last ones. */
export async function workInFlight(
  work: () => Promise<unknown>,
  { inFlight, ms }: { readonly inFlight: number; readonly ms: number },
): Promise<{ readonly done: number; readonly seconds: number }> {
  const startedMs = performance.now()
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() - startedMs < ms) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return { done, seconds: (performance.now() - startedMs) / 1_000 }
}

/** Takes the next item only when a worker is free. */
async function eachInFlight<Item>(
  items: Iterable<Item>,
  inFlight: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const coming = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = coming.next(); next.done !== true; next = coming.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
}

/** The product commits at most as many at once. */
const IN_FLIGHT = 500
const TRIES_MAX = 5
const APPEND_MS_MAX = 60_000

/** Each event begins a stream. */
export const fillLog = (store: Pick<EventStore, 'append'>, events: Iterable<ComingEvent>): Promise<void> =>
  eachInFlight(events, IN_FLIGHT, ({ stream, event }) => appendSurely(store, stream, 'noStream', [event]))

/** The event ids make repeated appends one. */
async function appendSurely(
  store: Pick<EventStore, 'append'>,
  ...[stream, expected, events]: [string, Expected, readonly NewEvent[]]
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await store.append(stream, expected, events, { timeoutMs: APPEND_MS_MAX })
      return
    } catch (error) {
      if (!(isStoreError(error) && error.retryable) || tries === TRIES_MAX) throw error
    }
  }
}
