import type { EventStore } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import type { RowSeals } from '../row-seals.ts'
import { createBuild, dropBuild, findActiveBuild } from './builds.ts'
import { createLogFeed } from './log-feed.ts'
import type { Projection } from './projection.ts'
import { compareBuilds, type Comparison } from './rebuild/compare.ts'

interface VerifyDeps {
  readonly db: pg.Pool
  readonly store: EventStore
  readonly now: () => Date
  /** Needed by projections that have sealed rows. */
  readonly seals?: RowSeals
  readonly onProgress?: (position: bigint, target: bigint) => void
}

/** Builds a projection a second time from zero, compares it row by row with the live one, and drops it again. */
export async function verifyProjection(
  { store, onProgress, ...deps }: VerifyDeps,
  projection: Projection,
  name: string,
): Promise<Comparison> {
  const live = await findActiveBuild(deps.db, projection.name)
  if (live === undefined) throw new Error(`projection ${projection.name} has no active build`)
  const fresh = await createBuild(deps.db, projection, { name, storeId: live.storeId, now: deps.now() })
  try {
    const feed = createLogFeed(store, projection.handles)
    const onBatch = ({ position }: { readonly position: bigint }) => onProgress?.(position, live.position)
    return await compareBuilds({ ...deps, feed, onBatch }, projection, { live, fresh })
  } finally {
    await dropBuild(deps.db, name)
  }
}
