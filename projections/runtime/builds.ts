import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
import { lockUntilCommit } from '@app/postgres/advisory-lock.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import type { Projection } from './projection.ts'
import { causeText } from '@app/observability/error-cause.ts'

/** One copy of a projection's tables, in a schema with its name. */
export interface Build {
  readonly name: string
  readonly projection: string
  readonly version: number
  /** `kept`: was active until another one took its place. */
  readonly state: 'active' | 'building' | 'kept'
  readonly storeId: string
  readonly position: Position
  /** Read into its rows so far. Null: it is older than this count. */
  readonly events: number | null
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
  readonly events: string | null
  readonly caught_up_at: Date | null
  readonly error: string | null
  readonly differing: string | null
  readonly kept_at: Date | null
}

type Db = Pick<pg.Pool, 'query'>

/** Builds are made, swapped and dropped one after the other. */
export const BUILDS_LOCK = 7201002
const SELECT = `select build, projection, version, state, store_id, position, events, caught_up_at, error, differing,
  kept_at from projection.builds`

const countOf = (text: string | null): number | null => (text === null ? null : Number(text))

const buildOf = (row: BuildRow): Build => ({
  name: row.build,
  projection: row.projection,
  version: row.version,
  state: row.state,
  storeId: row.store_id,
  position: positionOf(row.position),
  events: countOf(row.events),
  hasCaughtUp: row.caught_up_at !== null,
  error: row.error,
  differing: countOf(row.differing),
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
 * The build that a runner of this program works on: the one that queries see if it is of this version, else the one that
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
    const { rows } = await client.query<BuildRow>(
      `insert into projection.builds (build, projection, version, state, store_id, position, created_at)
       values ($1, $2, $3, 'building', $4, $5, $6) returning *`,
      [name, projection.name, projection.version, build.storeId, START, build.now],
    )
    return buildOf(rows[0]!)
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

export async function dropWithin(client: pg.PoolClient, name: string): Promise<void> {
  await client.query('delete from projection.builds where build = $1', [name])
  await client.query(`drop schema if exists "${name}" cascade`)
}

export async function noteCompared(db: Db, build: string, differing: number): Promise<void> {
  await db.query('update projection.builds set differing = $2 where build = $1', [build, differing])
}

export async function noteCaughtUp(db: Db, build: string, now: Date): Promise<void> {
  await db.query('update projection.builds set caught_up_at = $2 where build = $1', [build, now])
}

/** @param error undefined: it goes on */
export async function noteError(db: Db, build: string, error: unknown): Promise<void> {
  const text = error === undefined ? null : causeText(error)
  await db.query('update projection.builds set error = $2 where build = $1', [build, text])
}
