import type pg from 'pg'
import type { Position } from '@app/contracts/event-store.ts'
import { startPolls } from '@app/services/kernel/wake.ts'
import { createWaitFor } from '@app/services/kernel/wait-for.ts'
import { followBuilds, type FollowDeps } from '@app/services/kernel/models/follow-builds.ts'
import type { Projection } from '@app/services/kernel/models/projection.ts'
import { readStatus } from '@app/services/kernel/models/builds.ts'

export interface FollowingDeps extends Omit<FollowDeps, 'polls'> {
  readonly reader: pg.Pool
}

export type Following = ReturnType<typeof startFollowing>

const POLL_MS = 50

export function startFollowing({ reader, ...deps }: FollowingDeps, projections: readonly Projection[]) {
  const { db, now, log } = deps
  const polls = startPolls({ db, log, pollMs: POLL_MS })
  const running = followBuilds({ lookMs: POLL_MS, ...deps, polls }, projections)
  const waitFor = createWaitFor({ db: reader, log }, projections)
  const all = projections.map(({ name }) => name)
  return {
    waitFor: (position: Position, msMax?: number, models: readonly string[] = all) =>
      waitFor(models, position, msMax),
    status: () => readStatus({ db: reader, log, now }, projections),
    stop: async () => {
      await running.stop()
      await polls.stop()
    },
  }
}
