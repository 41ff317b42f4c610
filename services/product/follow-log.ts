import type { SubscribedLog } from '../kernel/subscription.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { followBuilds } from '../kernel/models/follow-builds.ts'
import { feedFromKafka } from './open-kafka.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Keeps the read models up to date. */
export function followLog(ctx: Ctx): void {
  const { projector: db, polls, codec, seals, now, metrics, log, onStop } = ctx
  const running = followBuilds(
    {
      db,
      polls,
      log: followedLog(ctx),
      codec,
      seals,
      now,
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
  const { sealed, kafka, settings } = ctx
  return settings.eventFeed === 'log' || kafka === undefined ? sealed : feedFromKafka(ctx, kafka)
}
