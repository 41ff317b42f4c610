import type pg from 'pg'
import { findBuild, findOwnBuild } from './builds.ts'
import { BuildGone, BuildSwapped, CheckpointMoved, type RunningBuild } from './checkpoint.ts'
import type { Projection } from './projection.ts'

/**
 * The build with which a runner goes on: the one that queries see now; or its own from the checkpoint, because another
 * runner was faster, or a crash of the database took the last rows. Undefined if the failure has another cause.
 */
export async function buildToGoOnWith(
  db: pg.Pool,
  projection: Projection,
  build: RunningBuild,
  cause: unknown,
): Promise<RunningBuild | undefined> {
  if (cause instanceof BuildSwapped || cause instanceof BuildGone) {
    const own = await findOwnBuild(db, projection).catch(() => undefined)
    if (own !== undefined && own.name !== build.name) return own
  }
  if (!(cause instanceof CheckpointMoved)) return undefined
  // Out of reach, or gone: the next poll shows which.
  return (await findBuild(db, build.name).catch(() => undefined)) ?? build
}
