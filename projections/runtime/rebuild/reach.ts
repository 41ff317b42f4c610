import type { Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import type { RowSeals } from '../../row-seals.ts'
import { findBuild } from '../builds.ts'
import { BuildGone, CheckpointMoved, type RunningBuild } from '../checkpoint.ts'
import type { Feed } from '../feed.ts'
import { feedUpTo } from '../log-feed.ts'
import type { Projection } from '../projection.ts'
import { runBatch, type BatchResult } from '../run-batch.ts'

export interface ReachDeps {
  readonly db: pg.Pool
  readonly feed: Feed
  readonly now: () => Date
  /** Needed by projections that have sealed rows. */
  readonly seals?: RowSeals | undefined
  /** After each batch. What it throws ends the work, which goes on from there the next time. */
  readonly onBatch?: (batch: BatchResult) => Promise<void> | void
}

const BATCH_EVENTS_MAX = 5_000

/** Folds a build up to a position and no further, whoever else folds it too. */
export async function reach(
  { onBatch, ...deps }: ReachDeps,
  projection: Projection,
  from: RunningBuild,
  position: Position,
): Promise<RunningBuild> {
  const feed = feedUpTo(deps.feed, position)
  const batchDeps = { ...deps, feed, batchEventsMax: BATCH_EVENTS_MAX, isWanted: true }
  let build = from
  while (build.position < position) {
    try {
      const batch = await runBatch(batchDeps, projection, build)
      build = { ...build, position: batch.position, checkpoint: batch.checkpoint }
      await onBatch?.(batch)
    } catch (error) {
      if (!(error instanceof CheckpointMoved)) throw error
      build = await getBuild(deps.db, build)
    }
  }
  return build
}

async function getBuild(db: pg.Pool, { name }: RunningBuild): Promise<RunningBuild> {
  const found = await findBuild(db, name)
  if (found === undefined) throw new BuildGone(`build ${name} is gone`)
  return found
}
