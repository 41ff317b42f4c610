import type { Polls } from '@app/kernel/polls.ts'
import type { SubscribedLog } from '@app/kernel/subscription.ts'
import { createWaitFor, type WaitFor } from '@app/kernel/wait-for.ts'
import type { Metrics } from '@app/observability/metrics.ts'
import { keepListening } from '@app/postgres/listening-connection.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { followBuilds } from '@app/projections/runtime/follow-builds.ts'
import { readStatus, type ModelStatus } from '@app/projections/runtime/status.ts'
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
      seals: backend.seals,
      now: backend.now,
      onTrouble: (projection, error) => log.error({ projection, err: error }, 'projection trouble'),
      onBatch: (projection, batch) => {
        metrics.projectedEvents.inc({ projection }, batch.events)
        metrics.parkedEvents.inc({ projection }, batch.parked)
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

/** How far the read models are, whichever process follows the log for them. */
export interface Freshness {
  readonly waitFor: WaitFor
  readonly statusOfModels: () => Promise<readonly ModelStatus[]>
}

export function openFreshness({ backend: { reader: db, sealed: log, now } }: ProductDeps): Freshness {
  return {
    waitFor: createWaitFor({ db, log }, PROJECTIONS),
    statusOfModels: () => readStatus({ db, log, now }, PROJECTIONS),
  }
}

const LOOK_MS = 10_000

/** Shows other processes what this one does, as long as it lives. */
export function announceParts({ backend, settings, onStop }: ProductDeps): void {
  const connection = keepListening({
    db: backend.reader,
    begin: (client) => holdParts(client, settings.serves),
    look: (client) => client.query('select'),
    lookMs: LOOK_MS,
  })
  onStop(connection.stop)
}
