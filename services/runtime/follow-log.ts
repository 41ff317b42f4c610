import type { Metrics } from '@app/observability/metrics.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { feedsOfLog } from '@app/projections/runtime/log-feed.ts'
import type { OwnRunners } from '@app/projections/runtime/progress/own-runners.ts'
import { openProgress } from '@app/projections/runtime/progress/postgres-progress.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import { startProjections } from '@app/projections/runtime/start-projections.ts'
import type { ProductDeps } from './product-deps.ts'

/** Keeps the read models up to date. */
export function followLog(
  { backend, log, onStop }: ProductDeps,
  metrics: Metrics,
  ownRunners: OwnRunners,
): void {
  const running = startProjections(
    {
      db: backend.projector,
      feedOf: feedsOfLog({ opened: backend.evenBlocked.store, sealed: backend.sealed }),
      seals: backend.evenBlocked.seals,
      now: backend.now,
      ownRunners,
      onBatch: (projection, batch, seconds) => {
        metrics.projectedEvents.inc({ projection }, batch.events)
        metrics.parkedEvents.inc({ projection }, batch.parked)
        metrics.batchEvents.observe({ projection }, batch.events)
        metrics.eventsPerSecond.set({ projection }, batch.events / seconds)
      },
      onRowsLost: (projection, position) =>
        log.warn(
          { projection, position: String(position) },
          'rows lost in a database crash are folded again',
        ),
      onTrouble: (projection, error, stopped) =>
        log.error({ projection, stopped, err: error }, 'projection trouble'),
    },
    PROJECTIONS,
  )
  onStop(running.stop)
}

/** Follows the progress of the read models, even if another process updates them. */
export function followProgress({ backend, onStop }: ProductDeps, ownRunners: OwnRunners): ProjectionProgress {
  const progress = openProgress({ db: backend.reader, now: backend.now, ownRunners }, PROJECTIONS)
  onStop(progress.stop)
  return progress
}
