import type pg from 'pg'
import { feedsOfLog, type FeedingLog } from '../runtime/log-feed.ts'
import { openProgress } from '../runtime/progress/postgres-progress.ts'
import type { ProjectionProgress } from '../runtime/progress/progress.ts'
import type { Projection } from '../runtime/projection.ts'
import type { RunnerDeps } from '../runtime/runner.ts'
import { startProjections } from '../runtime/start-projections.ts'

export interface FollowingDeps extends Omit<RunnerDeps, 'feedOf'> {
  readonly reader: pg.Pool
  readonly opened: FeedingLog
  readonly sealed: FeedingLog
}

/** Read models with their runners and progress. */
export interface Following extends ProjectionProgress {
  stop(): Promise<void>
}

export function startFollowing(
  { reader, opened, sealed, ...deps }: FollowingDeps,
  projections: readonly Projection[],
): Following {
  const feedOf = feedsOfLog({ opened, sealed })
  const running = startProjections({ ...deps, feedOf }, projections)
  const progress = openProgress({ db: reader, now: deps.now }, projections)
  return {
    ...progress,
    stop: async () => {
      await running.stop()
      await progress.stop()
    },
  }
}
