import { START, positionOf } from '@app/contracts/event-store.ts'
import { lockUntilCommit } from '@app/postgres/advisory-lock.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import type { Build } from './build.ts'
import { CheckpointLost } from './checkpoint.ts'
import type { Projection } from './projection.ts'

interface BuildRow {
  readonly build: string
  readonly projection: string
  readonly version: number
  readonly state: 'active' | 'building'
  readonly store_id: string
  readonly position: string
}

export const BUILDS_LOCK = 7201002
const SELECT = 'select build, projection, version, state, store_id, position from projection.builds'

const buildOf = (row: BuildRow): Build => ({
  name: row.build,
  projection: row.projection,
  version: row.version,
  state: row.state,
  storeId: row.store_id,
  position: positionOf(row.position),
})

/** The name of the build that a version of a projection works on. */
export const buildName = (projection: string, version: number): string => `${projection}_v${version}`

/** All existing builds. */
export async function listBuilds(db: pg.Pool): Promise<readonly Build[]> {
  const { rows } = await db.query<BuildRow>(`${SELECT} order by build`)
  return rows.map(buildOf)
}

/** The build that queries see, if the projection has one. */
export async function findActiveBuild(db: pg.Pool, projection: string): Promise<Build | undefined> {
  const { rows } = await db.query<BuildRow>(`${SELECT} where projection = $1 and state = 'active'`, [
    projection,
  ])
  return rows[0] && buildOf(rows[0])
}

export async function findBuild(db: pg.Pool, name: string): Promise<Build | undefined> {
  const { rows } = await db.query<BuildRow>(`${SELECT} where build = $1`, [name])
  return rows[0] && buildOf(rows[0])
}

/** Makes an empty build that starts before every event. */
export async function createBuild(
  db: pg.Pool,
  projection: Projection,
  build: { readonly name: string; readonly storeId: string; readonly now: Date },
): Promise<Build> {
  return inTransaction(db, async (client) => {
    await lockUntilCommit(client, BUILDS_LOCK)
    await client.query(`create schema "${build.name}"`)
    await client.query(`set local search_path to "${build.name}"`)
    await client.query(projection.tables)
    const { rows } = await client.query<BuildRow>(
      `insert into projection.builds (build, projection, version, state, store_id, position, created_at)
       values ($1, $2, $3, 'building', $4, $5, $6) returning *`,
      [build.name, projection.name, projection.version, build.storeId, START, build.now],
    )
    return buildOf(rows[0]!)
  })
}

/**
 * Points the `read` views at a build and drops the former one, in one transaction: readers see one or the other.
 * @param position that the build's rows have reached
 * @throws CheckpointLost when they have not, or no longer
 */
export async function activateBuild(
  db: pg.Pool,
  projection: Projection,
  { name, position }: Pick<Build, 'name' | 'position'>,
): Promise<void> {
  await inTransaction(db, async (client) => {
    await lockUntilCommit(client, BUILDS_LOCK)
    const { rows } = await client.query<BuildRow>(
      // Nobody updates a build that an older program left unfinished: it would keep erased data.
      `${SELECT} where projection = $1 and build <> $2 and (state = 'active' or version < $3)`,
      [projection.name, name, projection.version],
    )
    for (const view of projection.views) {
      await client.query(`drop view if exists read."${view}"`)
      await client.query(`create view read."${view}" as select * from "${name}"."${view}"`)
    }
    for (const { build } of rows) await dropWithin(client, build)
    const { rowCount } = await client.query(
      "update projection.builds set state = 'active' where build = $1 and position >= $2",
      [name, position],
    )
    if (rowCount !== 1) throw new CheckpointLost(`build ${name} has not reached ${position}`)
  })
}

export const dropBuild = (db: pg.Pool, name: string): Promise<void> =>
  inTransaction(db, (client) => dropWithin(client, name))

async function dropWithin(client: pg.PoolClient, name: string): Promise<void> {
  await client.query('delete from projection.builds where build = $1', [name])
  await client.query(`drop schema if exists "${name}" cascade`)
}

/**
 * The build that a runner of this program works on: the active one of this version, else a new one,
 * which becomes active at once when there was none, or once it has caught up.
 */
export async function ensureBuild(
  db: pg.Pool,
  projection: Projection,
  place: { readonly storeId: string; readonly now: Date },
): Promise<Build> {
  const name = buildName(projection.name, projection.version)
  const [active, own] = await Promise.all([findActiveBuild(db, projection.name), findBuild(db, name)])
  if (active !== undefined && active.version > projection.version) {
    throw new Error(
      `projection ${projection.name}: its tables are of version ${active.version}, newer than this program's ${projection.version}; update the program`,
    )
  }
  if (own !== undefined) return own
  try {
    const created = await createBuild(db, projection, { name, ...place })
    if (active === undefined) await activateBuild(db, projection, created)
    return active === undefined ? { ...created, state: 'active' } : created
  } catch (error) {
    // Another process was faster.
    const theirs = await findBuild(db, name)
    if (theirs === undefined) throw error
    return theirs
  }
}
