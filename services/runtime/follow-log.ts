import type { LiveHub } from '@app/api/live/live-hub.ts'
import type { Metrics } from '@app/observability/metrics.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { startProjections, type RunningProjections } from '@app/projections/runtime/start.ts'
import type { ProductDeps } from './product-deps.ts'

/** Keeps the read models up to date, and tells the live streams what they hold. */
export function followLog(
  { backend, log, onStop }: ProductDeps,
  metrics: Metrics,
  live: LiveHub,
): RunningProjections {
  const running = startProjections(
    {
      db: backend.projector,
      opened: backend.store,
      sealed: backend.sealed,
      seals: backend.seals,
      now: backend.now,
      onBatch: (projection, batch, seconds) => {
        metrics.projectedEvents.inc({ projection }, batch.events)
        metrics.parkedEvents.inc({ projection }, batch.parked)
        metrics.batchEvents.observe({ projection }, batch.events)
        metrics.eventsPerSecond.set({ projection }, batch.events / seconds)
        if (projection === 'traffic') live.moved(batch.stored)
      },
      onOvertaken: (projection) => {
        if (projection === 'traffic') live.overtaken()
      },
      onRowsLost: (projection, position) => {
        log.warn({ projection, position: String(position) }, 'rows lost in a database crash are folded again')
        if (projection === 'traffic') live.wentBack(position)
      },
      onTrouble: (projection, error, stopped) =>
        log.error({ projection, stopped, err: error }, 'projection trouble'),
    },
    PROJECTIONS,
  )
  onStop(running.stop)
  return running
}
