import { START, type EventStore, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic/traffic.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'

/** How far figures lag behind the log. */
export interface FiguresLag {
  /**
   * Age, in seconds, of the oldest traffic event that figures don't hold; 0 when they hold all; null when the log does
   * not say in time.
   * @param figures up to where in the log they are, once that is known
   */
  after(figures: Promise<Position>): Promise<number | null>
}

const WAIT_MS_MAX = 500
/** What was found stays true as long as nothing came since: figures are said to lag too little by this at most. */
const FRESH_MS = 250

/** What lies first behind a place in the log. */
interface Look {
  readonly from: Position
  readonly atMs: number
  readonly found: Promise<StoredEvent | undefined>
}

/**
 * The log is asked while figures are still looked up, from where the last ones ended, and once for all who look at the
 * same time. What is found behind the new ones as well, or nothing, is the answer; only where they hold it is the log
 * asked again.
 */
export function createFiguresLag({
  store,
  now,
  monotonicMs,
}: {
  readonly store: EventStore
  readonly now: () => Date
  readonly monotonicMs: () => number
}): FiguresLag {
  let lastEnd = START
  let lastLook: Look | undefined

  function lookFrom(from: Position): Look {
    const atMs = monotonicMs()
    if (lastLook?.from === from && atMs - lastLook.atMs < FRESH_MS) return lastLook
    lastLook = { from, atMs, found: firstAfter(from, atMs) }
    return lastLook
  }

  /** Between two taps there may be more than one read looks at; nobody waits longer than WAIT_MS_MAX. */
  async function firstAfter(from: Position, atMs: number): Promise<StoredEvent | undefined> {
    for (let after = from; monotonicMs() - atMs <= WAIT_MS_MAX;) {
      const page = await store.readAll(after, { limit: 1, filter: { types: TRAFFIC_EVENTS } })
      if (page.events.length > 0 || page.isAtHead) return page.events[0]
      after = page.scannedTo
    }
    throw new Error(`the log did not say within ${WAIT_MS_MAX} ms what lies after ${from}`)
  }

  async function waitingAfter(end: Position, { from, found }: Look): Promise<StoredEvent | undefined> {
    const first = await found
    const holds = from <= end && (first === undefined || first.position > end)
    return holds ? first : lookFrom(end).found
  }

  async function secondsAfter(end: Position, look: Look): Promise<number> {
    const waiting = await waitingAfter(end, look)
    return waiting === undefined ? 0 : Math.max(0, (now().getTime() - waiting.recordedAt.getTime()) / 1_000)
  }

  return {
    after: async (figures) => {
      const look = lookFrom(lastEnd)
      // Nobody waits for it where there are no figures.
      look.found.catch(() => undefined)
      const end = await figures
      lastEnd = end
      const seconds = secondsAfter(end, look).catch(() => null)
      return withTimeout(seconds, WAIT_MS_MAX, () => null)
    },
  }
}
