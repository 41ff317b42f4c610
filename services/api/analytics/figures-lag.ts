import { withTimeout } from '@app/concurrency/with-timeout.ts'
import type { EventStore, Position } from '@app/contracts/event-store.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic/traffic-kinds.ts'

const WAIT_MS_MAX = 500

interface FiguresLagDeps {
  readonly store: { readonly log: Pick<EventStore, 'readAll'> }
  readonly now: () => Date
}

/** Seconds since the oldest traffic event behind a position, or 0; null when the log does not answer in time. */
export function lagAfter({ store, now }: FiguresLagDeps, position: Position): Promise<number | null> {
  const wanted = { limit: 1, filter: { types: TRAFFIC_EVENTS } }
  const seconds = store.log.readAll(position, wanted).then(
    ({ events: [next], isAtHead }) =>
      next === undefined
        ? isAtHead
          ? 0
          : null
        : Math.max(0, (now().getTime() - next.recordedAt.getTime()) / 1_000),
    () => null,
  )
  return withTimeout(seconds, WAIT_MS_MAX, () => null)
}
