import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Metrics } from '@app/observability/metrics.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { feedsOfLog } from '@app/projections/runtime/log-feed.ts'
import { openProgress } from '@app/projections/runtime/progress/postgres-progress.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import { startFoldingBeside } from '@app/projections/runtime/rebuild/fold-beside.ts'
import { startProjections } from '@app/projections/runtime/start-projections.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import { holdParts } from './backend/held-parts.ts'
import { feedFromKafka } from './open-kafka.ts'
import type { ProductDeps } from './product-deps.ts'

/** Keeps the read models up to date. */
export function followLog(deps: ProductDeps, metrics: Metrics): void {
  const { backend, log, onStop, settings } = deps
  const folding = {
    db: backend.projector,
    feedOf: feedsOfLog(followedLogs(deps)),
    seals: backend.evenBlocked.seals,
    now: backend.now,
    onTrouble: (projection: string, error: Error, stopped: boolean) =>
      log.error({ projection, stopped, err: error }, 'projection trouble'),
  }
  const running = startProjections(
    {
      ...folding,
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
  onStop(startFoldingBeside({ ...folding, kept: settings.builds }, PROJECTIONS).stop)
}

function followedLogs(deps: ProductDeps): Parameters<typeof feedsOfLog>[0] {
  const { backend, kafka, settings } = deps
  if (settings.eventFeed === 'log' || kafka === undefined)
    return { opened: backend.evenBlocked.store, sealed: backend.sealed }
  const sealed = feedFromKafka(deps, kafka)
  const { evenBlocked, names } = backend
  const sealing = { keys: evenBlocked.keys, mailboxOf: names.mailbox, random: randomBytes }
  const opened = createSealedStore(sealed, sealing)
  return { opened, sealed }
}

/** Follows the progress of the read models, even if another process updates them. */
export function followProgress({ backend, settings, onStop }: ProductDeps): ProjectionProgress {
  const onConnection = (client: pg.PoolClient): Promise<void> => holdParts(client, settings.serves)
  const progress = openProgress({ db: backend.reader, now: backend.now, onConnection }, PROJECTIONS)
  onStop(progress.stop)
  return progress
}
