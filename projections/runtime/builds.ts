import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { lockUntilCommit } from '@app/postgres/advisory-lock.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import { makeCheckpoint } from '@app/kernel/checkpoint.ts'
import type { Projection } from './projection.ts'

/** One copy of a projection's tables, in a schema with its name. */
export interface Build {
  readonly name: string
  readonly projection: string
  readonly version: number
  /** `kept`: was active until another one took its place. */
  readonly state: 'active' | 'building' | 'kept'
  readonly storeId: string
  readonly position: Position
  /** Read into its rows so far. */
  readonly events: number
  /** It was as far as the log at least once. */
  readonly hasCaughtUp: boolean
  /** Why it stopped beside the live one, until it goes on. */
  readonly error: string | null
  /** Rows that differ from the live build, as the last comparison found. */
  readonly differing: number | null
  /** When another build took its place. */
  readonly keptAt: Date | null
}

interface BuildRow {
  readonly build: string
  readonly projection: string
  readonly version: number
  readonly state: Build['state']
  readonly store_id: string
  readonly position: string
  readonly events: string
  readonly caught_up_at: Date | null
  readonly error: string | null
  readonly differing: string | null
  readonly kept_at: Date | null
}

type Db = Pick<pg.Pool, 'query'>

/** Builds are made, swapped and dropped one after the other. */
export const BUILDS_LOCK = 7201002
const SELECT = `select build, projection, version, state, store_id, position, events, caught_up_at, error, differing,
  kept_at from projection.builds join kernel.checkpoints on name = build`

const buildOf = (row: BuildRow): Build => ({
  name: row.build,
  projection: row.projection,
  version: row.version,
  state: row.state,
  storeId: row.store_id,
  position: positionOf(row.position),
  events: Number(row.events),
  hasCaughtUp: row.caught_up_at !== null,
  error: row.error,
  differing: row.differing === null ? null : Number(row.differing),
  keptAt: row.kept_at,
})

/** The name of the first build of a version. */
export const buildName = ({ name, version }: Pick<Projection, 'name' | 'version'>): string =>
  `${name}_v${version}`

/** All existing builds. */
export async function listBuilds(db: Db): Promise<readonly Build[]> {
  const { rows } = await db.query<BuildRow>(`${SELECT} order by build`)
  return rows.map(buildOf)
}

/** The build that queries see, if the projection has one. */
export async function findActiveBuild(db: Db, projection: string): Promise<Build | undefined> {
  const { rows } = await db.query<BuildRow>(`${SELECT} where projection = $1 and state = 'active'`, [
    projection,
  ])
  return rows[0] && buildOf(rows[0])
}

export async function findBuild(db: Db, name: string): Promise<Build | undefined> {
  const { rows } = await db.query<BuildRow>(`${SELECT} where build = $1`, [name])
  return rows[0] && buildOf(rows[0])
}

/**
 * The build that this program fills: the one that queries see if it is of this version, else the one that
 * will take its place.
 */
export async function findOwnBuild(
  db: Db,
  projection: Pick<Projection, 'name' | 'version'>,
): Promise<Build | undefined> {
  const { rows } = await db.query<BuildRow>(
    `${SELECT} where projection = $1 and version = $2 and (state = 'active' or build = $3) order by state limit 1`,
    [projection.name, projection.version, buildName(projection)],
  )
  return rows[0] && buildOf(rows[0])
}

/** Makes an empty build that starts before every event. */
export async function createBuild(
  db: pg.Pool,
  projection: Projection,
  build: {
    /** Absent: one that no build of the projection has. */
    readonly name?: string
    readonly storeId: string
    readonly now: Date
  },
): Promise<Build> {
  return inTransaction(db, async (client) => {
    await lockUntilCommit(client, BUILDS_LOCK)
    const name = build.name ?? nextName(projection, await listBuilds(client))
    await client.query(`create schema "${name}"`)
    await client.query(`set local search_path to "${name}"`)
    await client.query(projection.tables)
    await makeCheckpoint(client, name, build.storeId)
    await client.query(
      `insert into projection.builds (build, projection, version, state, created_at)
       values ($1, $2, $3, 'building', $4)`,
      [name, projection.name, projection.version, build.now],
    )
    return (await findBuild(client, name))!
  })
}

const NUMBER = /_(\d+)$/

function nextName(projection: Projection, builds: readonly Build[]): string {
  const numbers = builds
    .filter((build) => build.projection === projection.name)
    .map((build) => Number(NUMBER.exec(build.name)?.[1] ?? 1))
  return `${buildName(projection)}_${Math.max(1, ...numbers) + 1}`
}

export const dropBuild = (db: pg.Pool, name: string): Promise<void> =>
  inTransaction(db, (client) => dropWithin(client, name))

/** The subscription ends its batch first. */
export async function dropWithin(client: pg.PoolClient, name: string): Promise<void> {
  await client.query('delete from kernel.checkpoints where name = $1', [name])
  await client.query('delete from projection.builds where build = $1', [name])
  await client.query(`drop schema if exists "${name}" cascade`)
}

export async function noteCompared(db: Db, build: string, differing: number): Promise<void> {
  await db.query('update projection.builds set differing = $2 where build = $1', [build, differing])
}

export async function noteCaughtUp(db: Db, build: string, now: Date): Promise<void> {
  await db.query('update projection.builds set caught_up_at = $2 where build = $1', [build, now])
}
