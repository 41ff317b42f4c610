import { START, type EventStore, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic/traffic-kinds.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'

export interface FiguresLag {
  /** Seconds since the oldest traffic event that `figures` lack, or 0; null when the log does not answer in time. */
  after(figures: Promise<Position>): Promise<number | null>
}

const WAIT_MS_MAX = 500
/** A look-up is reused for this long, so the lag is too small by this at most. */
const FRESH_MS = 250

interface FiguresLagDeps {
  readonly store: EventStore
  readonly now: () => Date
  readonly monotonicMs: () => number
}

interface Look {
  readonly from: Position
  readonly atMs: number
  readonly found: Promise<StoredEvent | undefined>
}

/**
 * Reads the log while the figures are still being read, from the end of the previous figures. Simultaneous calls use
 * one look-up. Reads again only when the figures already contain the event that was found.
 */
export function createFiguresLag({ store, now, monotonicMs }: FiguresLagDeps): FiguresLag {
  let lastEnd = START
  let lastLook: Look | undefined

  function lookFrom(from: Position): Look {
    const atMs = monotonicMs()
    if (lastLook?.from === from && atMs - lastLook.atMs < FRESH_MS) return lastLook
    lastLook = { from, atMs, found: firstAfter(from, atMs) }
    return lastLook
  }

  async function firstAfter(from: Position, atMs: number): Promise<StoredEvent | undefined> {
    for (let after = from; monotonicMs() - atMs <= WAIT_MS_MAX;) {
      const page = await store.readAll(after, { limit: 1, filter: { types: TRAFFIC_EVENTS }, mayLag: true })
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
      // Prevents an unhandled rejection when the figures fail.
      look.found.catch(() => undefined)
      const end = await figures
      lastEnd = end
      const seconds = secondsAfter(end, look).catch(() => null)
      return withTimeout(seconds, WAIT_MS_MAX, () => null)
    },
  }
}
