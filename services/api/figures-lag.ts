import { START, type EventStore, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic.ts'
import { inTime } from './in-time.ts'

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

/**
 * The log is asked while figures are still looked up, from where the last ones ended. What is found behind the new ones
 * as well, or nothing, is the answer; only where they hold it is the log asked again.
 */
export function createFiguresLag({
  store,
  now,
}: {
  readonly store: EventStore
  readonly now: () => Date
}): FiguresLag {
  let lastEnd = START

  const firstAfter = async (position: Position): Promise<StoredEvent | undefined> =>
    (await store.readAll(position, { limit: 1, filter: { types: TRAFFIC_EVENTS } }))[0]

  async function waitingAfter(end: Position, from: Position, early: Promise<StoredEvent | undefined>) {
    const found = await early
    const holds = from <= end && (found === undefined || found.position > end)
    return holds ? found : firstAfter(end)
  }

  async function secondsAfter(...place: Parameters<typeof waitingAfter>): Promise<number> {
    const waiting = await waitingAfter(...place)
    return waiting === undefined ? 0 : Math.max(0, (now().getTime() - waiting.recordedAt.getTime()) / 1_000)
  }

  return {
    after: async (figures) => {
      const from = lastEnd
      const early = firstAfter(from)
      // Nobody waits for it where there are no figures.
      early.catch(() => undefined)
      const end = await figures
      lastEnd = end
      const seconds = secondsAfter(end, from, early).catch(() => null)
      return inTime<number | null>(seconds, WAIT_MS_MAX, () => null)
    },
  }
}
