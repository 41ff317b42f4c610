import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import { heldKeysOf } from '@app/postgres/advisory-lock.ts'
import type pg from 'pg'
import { NOT_RUN, type ProjectionState } from './progress.ts'
import type { Projection } from '../projection.ts'

export type Versioned = Pick<Projection, 'name' | 'version'>

/** The build that queries see. */
export interface ReadBuild {
  readonly build: string
  readonly position: Position
}

/** One projection's progress in the database. */
export interface ProgressRow {
  readonly projection: string
  readonly version: number
  /** The build that runners of this version work on, as `findOwnBuild` finds it. */
  readonly own: string | undefined
  readonly read: ReadBuild | undefined
  /** Whether some process runs the build that queries see; it may be of another version. */
  readonly isReadRun: boolean
  /** Of its own build, which may still be made. */
  readonly position: Position
  readonly state: ProjectionState
  readonly behindSince: Date | null
  readonly error: string | null
}

interface Row {
  readonly projection: string
  readonly version: number
  readonly own_build: string | null
  readonly read_build: string | null
  readonly read_position: string | null
  readonly position: string | null
  readonly state: ProjectionState | null
  readonly behind_since: Date | null
  readonly error: string | null
  readonly is_run: boolean
  readonly is_read_run: boolean
}

/** Each runner has a shared lock of this class on the hash of its projection's name and version while it lives. */
const RUNNER_LOCKS = 7_201_003

const READ = `
with run as materialized (${heldKeysOf(RUNNER_LOCKS)})
select p.projection, p.version, b.build as own_build, a.build as read_build, a.position as read_position, b.position,
  r.state, r.behind_since, r.error,
  exists (select from run where objid = hashtext(concat(p.projection, '_v', p.version))::oid) as is_run,
  exists (select from run where objid = hashtext(concat(a.projection, '_v', a.version))::oid) as is_read_run
from unnest($1::text[], $2::int[]) p(projection, version)
left join projection.builds a on a.projection = p.projection and a.state = 'active'
left join lateral (
  select build, position from projection.builds
  where projection = p.projection and version = p.version
    and (state = 'active' or build = concat(p.projection, '_v', p.version))
  order by state limit 1
) b on true
left join projection.runners r on r.projection = p.projection and r.version = p.version`

const rowOf = (row: Row): ProgressRow => ({
  projection: row.projection,
  version: row.version,
  own: row.own_build ?? undefined,
  read:
    row.read_build === null || row.read_position === null
      ? undefined
      : { build: row.read_build, position: positionOf(row.read_position) },
  isReadRun: row.is_read_run,
  position: row.position === null ? START : positionOf(row.position),
  // The last report of a dead runner is void.
  state: row.is_run ? (row.state ?? 'starting') : 'starting',
  behindSince: row.behind_since,
  error: row.is_run ? row.error : NOT_RUN,
})

export async function readProgress(
  client: Pick<pg.PoolClient, 'query'>,
  projections: readonly Versioned[],
): Promise<readonly ProgressRow[]> {
  const values = [projections.map(({ name }) => name), projections.map(({ version }) => version)]
  const { rows } = await client.query<Row>({ name: 'progress', text: READ, values })
  return rows.map(rowOf)
}

/** Marks runners of some projections as alive, until the connection ends. */
export async function announceRunners(
  client: Pick<pg.PoolClient, 'query'>,
  projections: readonly Versioned[],
): Promise<void> {
  const runners = projections.map(({ name, version }) => `${name}_v${version}`)
  await client.query(
    `select pg_advisory_lock_shared(${RUNNER_LOCKS}, hashtext(runner)) from unnest($1::text[]) runner`,
    [runners],
  )
  await client.query("select pg_notify('projection_moved', '')")
}
