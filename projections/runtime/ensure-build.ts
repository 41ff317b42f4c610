import type pg from 'pg'
import { buildName, createBuild, findActiveBuild, findBuild, findOwnBuild, type Build } from './builds.ts'
import type { Projection } from './projection.ts'
import { activateBuild } from './rebuild/swap.ts'

interface Place {
  readonly storeId: string
  readonly now: Date
}

/**
 * The build that this program fills. A new one becomes active at once when there was none, or once it has
 * caught up.
 */
export async function ensureBuild(db: pg.Pool, projection: Projection, place: Place): Promise<Build> {
  const name = buildName(projection)
  const [active, own] = await Promise.all([
    findActiveBuild(db, projection.name),
    findOwnBuild(db, projection),
  ])
  if (active !== undefined && active.version > projection.version) {
    throw new Error(
      `projection ${projection.name}: its tables are of version ${active.version}, newer than this program's ${projection.version}; update the program`,
    )
  }
  if (own !== undefined) return own
  try {
    const created = await createBuild(db, projection, { name, ...place })
    if (active === undefined) await activateBuild(db, projection, { ...created, now: place.now })
    return active === undefined ? { ...created, state: 'active' } : created
  } catch (error) {
    // Another process was faster.
    const theirs = await findBuild(db, name)
    if (theirs === undefined) throw error
    return theirs
  }
}
