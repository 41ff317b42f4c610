import type { SubscribedLog } from '../kernel/subscription.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { followBuilds } from '../kernel/models/follow-builds.ts'
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
