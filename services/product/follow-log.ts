import type { SubscribedLog } from '../kernel/subscription.ts'
import { keepListening } from '../platform/postgres/listening-connection.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { followBuilds } from '../kernel/models/follow-builds.ts'
import { holdParts } from './backend/held-parts.ts'
import { feedFromKafka } from './open-kafka.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Keeps the read models up to date. */
export function followLog(ctx: Ctx): void {
  const { backend, polls, metrics, log, onStop } = ctx
  const running = followBuilds(
    {
      db: backend.projector,
      polls,
      log: followedLog(ctx),
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

function followedLog(ctx: Ctx): SubscribedLog {
  const { backend, kafka, settings } = ctx
  return settings.eventFeed === 'log' || kafka === undefined ? backend.sealed : feedFromKafka(ctx, kafka)
}

const LOOK_MS = 10_000

/** Shows other processes what this one does, as long as it lives. */
export function announceParts({ backend, settings, onStop }: Ctx): void {
  const connection = keepListening({
    db: backend.reader,
    begin: (client) => holdParts(client, settings.serves),
    look: (client) => client.query('select'),
    lookMs: LOOK_MS,
  })
  onStop(connection.stop)
}
