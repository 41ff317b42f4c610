import type pg from 'pg'
import type { Polls } from '@app/kernel/polls.ts'
import type { SubscribedLog } from '@app/kernel/subscription.ts'
import type { Metrics } from '@app/observability/metrics.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { followBuilds } from '@app/projections/runtime/follow-builds.ts'
import { openProgress, type ProjectionProgress } from '@app/projections/runtime/progress.ts'
import { holdParts } from './backend/held-parts.ts'
import { feedFromKafka } from './open-kafka.ts'
import type { ProductDeps } from './product-deps.ts'

/** Keeps the read models up to date. */
export function followLog(deps: ProductDeps, polls: Polls, metrics: Metrics): void {
  const { backend, log, onStop } = deps
  const running = followBuilds(
    {
      db: backend.projector,
      polls,
      log: followedLog(deps),
      codec: backend.codec,
      seals: backend.evenBlocked.seals,
      now: backend.now,
      onTrouble: (projection, error) => log.error({ projection, err: error }, 'projection trouble'),
      onBatch: (projection, batch, seconds) => {
        metrics.projectedEvents.inc({ projection }, batch.events)
        metrics.parkedEvents.inc({ projection }, batch.parked)
        metrics.batchEvents.observe({ projection }, batch.events)
        metrics.eventsPerSecond.set({ projection }, batch.events / seconds)
      },
    },
    PROJECTIONS,
  )
  onStop(running.stop)
}

function followedLog(deps: ProductDeps): SubscribedLog {
  const { backend, kafka, settings } = deps
  return settings.eventFeed === 'log' || kafka === undefined ? backend.sealed : feedFromKafka(deps, kafka)
}

/** Follows the progress of the read models, even if another process updates them. */
export function followProgress({ backend, settings, onStop }: ProductDeps): ProjectionProgress {
  const onConnection = (client: pg.PoolClient): Promise<void> => holdParts(client, settings.serves)
  const { reader: db, sealed: log, now } = backend
  const progress = openProgress({ db, log, now, onConnection }, PROJECTIONS)
  onStop(progress.stop)
  return progress
}
