import type pg from 'pg'
import { startPolls } from '@app/kernel/polls.ts'
import { followBuilds, type FollowDeps } from '../runtime/follow-builds.ts'
import { openProgress, type ProjectionProgress } from '../runtime/progress.ts'
import type { Projection } from '../runtime/projection.ts'

export interface FollowingDeps extends Omit<FollowDeps, 'polls'> {
  readonly reader: pg.Pool
}

/** Read models with their followers and progress. */
export interface Following extends ProjectionProgress {
  stop(): Promise<void>
}

const POLL_MS = 50

export function startFollowing(
  { reader, ...deps }: FollowingDeps,
  projections: readonly Projection[],
): Following {
  const { db, now, log } = deps
  const polls = startPolls({ db, log, pollMs: POLL_MS })
  const running = followBuilds({ lookMs: POLL_MS, ...deps, polls }, projections)
  const progress = openProgress({ db: reader, log, now, lookMs: POLL_MS }, projections)
  return {
    ...progress,
    stop: async () => {
      await running.stop()
      await Promise.all([progress.stop(), polls.stop()])
    },
  }
}
