import { START, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import type { Events } from '@app/kernel/commands.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic/traffic-kinds.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'

export interface FiguresLag {
  /** Seconds since the oldest traffic event that `figures` lack, or 0; null when the log does not answer in time. */
  after(figures: Promise<Position>): Promise<number | null>
}

const WAIT_MS_MAX = 500

interface FiguresLagDeps {
  readonly store: Pick<Events, 'log'>
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/**
 * Reads the log while the figures are still being read, from the end of the previous figures. Reads again only when the
 * figures already contain the event that was found.
 */
export function createFiguresLag({ store, now, monotonicMs }: FiguresLagDeps): FiguresLag {
  let lastEnd = START

  async function firstAfter(from: Position): Promise<StoredEvent | undefined> {
    const atMs = monotonicMs()
    for (let after = from; monotonicMs() - atMs <= WAIT_MS_MAX;) {
      const page = await store.log.readAll(after, { limit: 1, filter: { types: TRAFFIC_EVENTS } })
      if (page.events.length > 0 || page.isAtHead) return page.events[0]
      after = page.scannedTo
    }
    throw new Error(`the log did not say within ${WAIT_MS_MAX} ms what lies after ${from}`)
  }

  async function secondsAfter(
    end: Position,
    early: { readonly from: Position; readonly found: Promise<StoredEvent | undefined> },
  ): Promise<number> {
    const found = await early.found
    const holds = early.from <= end && (found === undefined || found.position > end)
    const waiting = holds ? found : await firstAfter(end)
    return waiting === undefined ? 0 : Math.max(0, (now().getTime() - waiting.recordedAt.getTime()) / 1_000)
  }

  return {
    after: async (figures) => {
      const early = { from: lastEnd, found: firstAfter(lastEnd) }
      // Prevents an unhandled rejection when the figures fail.
      early.found.catch(() => undefined)
      const end = await figures
      lastEnd = end
      const seconds = secondsAfter(end, early).catch(() => null)
      return withTimeout(seconds, WAIT_MS_MAX, () => null)
    },
  }
}
