import { isStoreError, type EventStore, type NewEvent } from '@app/contracts/event-store.ts'
import { createProgress } from '../product/progress.ts'
import { eachInFlight } from './in-flight.ts'

export interface ComingEvent {
  readonly stream: string
  readonly event: NewEvent
}

/** The product commits at most as many at once. */
const IN_FLIGHT = 500
const TRIES_MAX = 5
const APPEND_MS_MAX = 60_000

/** Through a store of the product, which checks the events. */
export async function fillLog(
  store: Pick<EventStore, 'append'>,
  events: Iterable<ComingEvent>,
  say: (line: string) => void,
): Promise<number> {
  const progress = createProgress(say, 'events appended')
  let appended = 0
  await eachInFlight(events, IN_FLIGHT, async (coming) => {
    await appendSurely(store, coming)
    progress.reached((appended += 1))
  })
  return appended
}

/** The event id makes repeated appends one. */
async function appendSurely(
  store: Pick<EventStore, 'append'>,
  { stream, event }: ComingEvent,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await store.append(stream, 'noStream', [event], { timeoutMs: APPEND_MS_MAX })
      return
    } catch (error) {
      if (!(isStoreError(error) && error.retryable) || tries === TRIES_MAX) throw error
    }
  }
}
