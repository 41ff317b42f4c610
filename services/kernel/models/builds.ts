import { positionOf, type Position, START, type EventStore } from '@app/contracts/event-store.ts'
import { makeCheckpoint } from '../checkpoint.ts'
import { lockUntilCommit, inTransaction } from '../../platform/postgres/in-transaction.ts'
import type pg from 'pg'
import type { Projection } from './projection.ts'
import { lagBehind } from '../wait-for.ts'

export interface Build {
  readonly name: string
  readonly projection: string
  readonly version: number
  /** `kept`: was active until another one took its place. */
  readonly state: 'active' | 'building' | 'kept'
  readonly storeId: string
  readonly position: Position
  readonly events: number
  /** It was as far as the log at least once. */
  readonly hasCaughtUp: boolean
  readonly error: string | null
  readonly createdAt: Date
  readonly keptAt: Date | null
}

type Db = Pick<pg.Pool, 'query'>
type Named = Pick<Projection, 'name' | 'version'>

/** Builds are made, swapped and dropped one after the other. */
export const BUILDS_LOCK = 7201002

export const buildName = ({ name, version }: Named): string => `${name}_v${version}`

export async function listBuilds(db: Db): Promise<readonly Build[]> {
  const { rows } = await db.query<Omit<Build, 'position'> & { readonly position: string }>(
    `select build as name, projection, version, state, store_id as "storeId", position, events::float8,
       caught_up_at is not null as "hasCaughtUp", error, created_at as "createdAt", kept_at as "keptAt"
     from projection.builds join kernel.checkpoints on name = build order by build`,
  )
  return rows.map((row) => ({ ...row, position: positionOf(row.position) }))
}

export const findBuild = async (db: Db, name: string): Promise<Build | undefined> =>
  (await listBuilds(db)).find((build) => build.name === name)

export const activeAmong = (builds: readonly Build[], projection: string): Build | undefined =>
  builds.find((build) => build.projection === projection && build.state === 'active')

export const findActiveBuild = async (db: Db, projection: string): Promise<Build | undefined> =>
  activeAmong(await listBuilds(db), projection)

export function ownBuildAmong(builds: readonly Build[], ours: Named): Build | undefined {
  const own = builds.filter(({ projection, version }) => projection === ours.name && version === ours.version)
  return own.find(({ state }) => state === 'active') ?? own.find(({ name }) => name === buildName(ours))
}

/** Makes an empty build that starts before every event, unless there is one of this name. */
export const createBuild = (
  db: pg.Pool,
  projection: Projection,
  build: { readonly name?: string; readonly storeId: string; readonly now: Date },
): Promise<Build> =>
  inTransaction(db, async (client) => {
    await lockUntilCommit(client, BUILDS_LOCK)
    const builds = await listBuilds(client)
    const name = build.name ?? nextName(projection, builds)
    const theirs = builds.find((one) => one.name === name)
    if (theirs !== undefined) return theirs
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

const KEPT_HOURS = 24

/** Drops a former build after a day, and one that never came into use; the first one of a version goes on until it is shown. */
export async function dropOutdated(db: pg.Pool, projections: readonly Named[], now: Date): Promise<void> {
  const { rows } = await db.query<{ build: string }>(
    `select build from projection.builds
       join unnest($2::text[], $3::int[]) ours(projection, version) using (projection, version)
     where (state = 'kept' or (state = 'building' and build <> concat(projection, '_v', version)))
       and coalesce(kept_at, created_at) < $1::timestamptz - interval '${KEPT_HOURS} hours'`,
    [now, projections.map(({ name }) => name), projections.map(({ version }) => version)],
  )
  for (const { build } of rows)
    await inTransaction(db, async (client) => {
      await lockUntilCommit(client, BUILDS_LOCK)
      if ((await findBuild(client, build))?.state !== 'active') await dropWithin(client, build)
    })
}

export async function noteCaughtUp(db: Db, build: string, now: Date): Promise<void> {
  await db.query('update projection.builds set caught_up_at = $2 where build = $1', [build, now])
}

export interface ModelStatus {
  readonly projection: string
  readonly version: number
  readonly state: 'starting' | 'catching-up' | 'live' | 'stopped'
  /** Queries see rows of another version until this one has caught up. */
  readonly isMadeAnew: boolean
  readonly position: Position
  /** For how long it has been behind the log; null where that is unknown. */
  readonly lagSeconds: number | null
  readonly error: string | null
}

type Followed = Named & Pick<Projection, 'handles'>

type Following = { readonly db: Db; readonly log: Pick<EventStore, 'readAll'>; readonly now: () => Date }

export async function readStatus(
  deps: Following,
  projections: readonly Followed[],
): Promise<readonly ModelStatus[]> {
  const builds = await listBuilds(deps.db)
  return Promise.all(projections.map((one) => statusOf(deps, one, builds)))
}

async function statusOf(deps: Following, ours: Followed, builds: readonly Build[]): Promise<ModelStatus> {
  const { name: projection, version, handles } = ours
  const own = ownBuildAmong(builds, ours)
  const active = activeAmong(builds, projection)
  const position = own?.position ?? START
  const lagSeconds = await lagBehind(deps, position, handles)
  const isMadeAnew = active !== undefined && active.version !== version
  const error =
    active !== undefined && active.version > version ? newerTables(active, ours) : (own?.error ?? null)
  const isLive = own !== undefined && !isMadeAnew && (lagSeconds ?? 0) === 0
  const state = error !== null ? 'stopped' : own === undefined ? 'starting' : isLive ? 'live' : 'catching-up'
  return { projection, version, state, isMadeAnew, position, lagSeconds, error }
}

export const newerTables = ({ version }: Pick<Build, 'version'>, ours: Pick<Named, 'version'>): string =>
  `its tables are of version ${version}, newer than this program's ${ours.version}; update the program`
