import { isStoreError, type EventStore, type NewEvent } from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { eachInFlight } from './in-flight.ts'

export interface ComingEvent {
  readonly stream: string
  readonly event: NewEvent
}

export interface FilledLog {
  readonly store: Pick<EventStore, 'append'>
  /** For events with personal fields. */
  readonly sealing: Pick<EventStore, 'append'>
}

/** The product commits at most as many at once. */
const IN_FLIGHT = 500
const TRIES_MAX = 5
const APPEND_MS_MAX = 60_000
const TOLD_EVERY_MS = 15_000

const isPersonal = ({ type, data }: NewEvent): boolean =>
  CATALOGUE.get(type)?.personal.some((field) => data[field] !== undefined) ?? false

/** Through the product's event stores, which check the events and seal personal fields. */
export async function fillLog(
  { store, sealing }: FilledLog,
  events: Iterable<ComingEvent>,
  say: (line: string) => void,
): Promise<{ readonly appended: number; readonly seconds: number }> {
  const startedMs = performance.now()
  const secondsSince = (): number => (performance.now() - startedMs) / 1_000
  let appended = 0
  const progress = setInterval(() => {
    const rate = Math.round(appended / secondsSince())
    say(`${appended.toLocaleString('en-US')} events appended, ${rate.toLocaleString('en-US')} a second`)
  }, TOLD_EVERY_MS)
  try {
    await eachInFlight(events, IN_FLIGHT, async (coming) => {
      await appendSurely(isPersonal(coming.event) ? sealing : store, coming)
      appended += 1
    })
  } finally {
    clearInterval(progress)
  }
  return { appended, seconds: secondsSince() }
}

/** The event id makes repeated appends one. */
async function appendSurely(store: FilledLog['store'], { stream, event }: ComingEvent): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await store.append(stream, 'noStream', [event], { timeoutMs: APPEND_MS_MAX })
      return
    } catch (error) {
      if (!(isStoreError(error) && error.retryable) || tries === TRIES_MAX) throw error
    }
  }
}
