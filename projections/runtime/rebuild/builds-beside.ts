import type pg from 'pg'
import type { Position } from '@app/contracts/event-store.ts'
import type { Build } from '../build.ts'
import { buildName, createBuild, listBuilds } from '../builds.ts'
import type { Projection } from '../projection.ts'

/** Of one projection, by one person at a time. */
export const lockOfRebuild = (projection: string): string => `rebuild of ${projection}`
/** Who folds a projection's builds beside the live one. */
export const lockOfFolding = (projection: string): string => `folding beside ${projection}`

/** Of all verifications and estimates, which drop each other's builds. */
export const VERIFY_LOCK = 7201003

export const verifyName = (projection: string): string => `${projection}_verify`

/**
 * Whether a build is folded beside the live one: kept, or made on request. One that will take the place of a former version's
 * has a runner of its own, and one that is only compared goes at once.
 */
export const isBeside = (
  { projection, name, version, state }: Build,
  ours: Pick<Projection, 'name' | 'version'>,
): boolean =>
  projection === ours.name &&
  version === ours.version &&
  state !== 'active' &&
  name !== verifyName(ours.name) &&
  (state === 'kept' || name !== buildName(ours.name, ours.version))

interface Wanted {
  readonly storeId: string
  readonly now: Date
  readonly until?: Position | undefined
}

/** The build that an interrupted rebuild to the same end has left, or a new one. */
export async function openRebuild(
  db: pg.Pool,
  projection: Projection,
  { until, ...place }: Wanted,
): Promise<Build> {
  const left = (await listBuilds(db)).find(
    (build) => isBeside(build, projection) && build.state === 'building' && build.until === (until ?? null),
  )
  return left ?? createBuild(db, projection, until === undefined ? place : { ...place, until })
}

/** The build that was read last before the present one, unless it stands still by an error. */
export async function findKeptBuild(
  db: pg.Pool,
  { name, version }: Pick<Projection, 'name' | 'version'>,
): Promise<Build | undefined> {
  const { rows } = await db.query<{ build: string }>(
    `select build from projection.builds where projection = $1 and version = $2 and state = 'kept' and error is null
     order by kept_at desc limit 1`,
    [name, version],
  )
  return (await listBuilds(db)).find((build) => build.name === rows[0]?.build)
}
