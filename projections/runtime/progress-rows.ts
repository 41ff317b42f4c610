import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import { heldKeysOf } from '@app/postgres/advisory-lock.ts'
import type pg from 'pg'
import type { Projection } from './projection.ts'

type ProjectionState = 'starting' | 'catching-up' | 'live' | 'stopped'

/** The error of a projection that no process runs. */
export const NOT_RUN = 'no process runs this projection'

export interface ProjectionStatus {
  readonly projection: string
  readonly version: number
  readonly state: ProjectionState
  /** The checkpoint, or beyond it by events that do not concern the build. */
  readonly position: Position
  /** How long it has been behind the log, in seconds; 0 when it is not. */
  readonly lagSeconds: number
  readonly error: string | null
}

/** An error that lasts. */
const STOPPED_SECONDS = 2

/** The log has no event for a build behind its checkpoint, up to a position. */
export interface Passed {
  readonly from: Position
  readonly to: Position
  /** When the next event for it was recorded. */
  readonly next: Date | undefined
}

interface ReadBuild {
  readonly build: string
  readonly position: Position
}

/** One projection's progress in the database. */
export interface ProgressRow {
  readonly projection: string
  /** The build that this version fills. */
  readonly own_build: string | null
  readonly own_position: string | null
  /** The build that queries see, perhaps of another version. */
  readonly build: string | null
  readonly version: number | null
  readonly position: string | null
  readonly failing_since: Date | null
  readonly error: string | null
  readonly is_run: boolean
  readonly is_read_run: boolean
}

/** Each process that follows builds has a shared lock of this class on the hash of each projection's name and version. */
const FOLLOWER_LOCKS = 7_201_003

export const READ_PROGRESS = `
with run as materialized (${heldKeysOf(FOLLOWER_LOCKS)})
select p.projection, b.build as own_build, o.position as own_position, a.build, a.version, c.position, o.failing_since, o.error,
  exists (select from run where objid = hashtext(concat(p.projection, '_v', p.version))::oid) as is_run,
  exists (select from run where objid = hashtext(concat(a.projection, '_v', a.version))::oid) as is_read_run
from unnest($1::text[], $2::int[]) p(projection, version)
left join projection.builds a on a.projection = p.projection and a.state = 'active'
left join kernel.checkpoints c on c.name = a.build
left join lateral (
  select build from projection.builds
  where projection = p.projection and version = p.version
    and (state = 'active' or build = concat(p.projection, '_v', p.version))
  order by state limit 1
) b on true
left join kernel.checkpoints o on o.name = b.build`

/** Marks this process as a follower of some projections, until the connection ends. */
export async function announceFollowers(
  client: Pick<pg.PoolClient, 'query'>,
  projections: readonly Pick<Projection, 'name' | 'version'>[],
): Promise<void> {
  const followers = projections.map(({ name, version }) => `${name}_v${version}`)
  await client.query(
    `select pg_advisory_lock_shared(${FOLLOWER_LOCKS}, hashtext(follower)) from unnest($1::text[]) follower`,
    [followers],
  )
}

export const readBuildOf = (row: ProgressRow | undefined): ReadBuild | undefined =>
  typeof row?.build === 'string' && row.position !== null
    ? { build: row.build, position: positionOf(row.position) }
    : undefined

/** Rows of this version are updated, now or soon; those of another only while some process follows it. */
export const isKept = (row: ProgressRow | undefined): boolean =>
  typeof row?.build !== 'string' || row.is_read_run || row.build === row.own_build

export function statusOf(
  { name, version }: Pick<Projection, 'name' | 'version'>,
  row: ProgressRow | undefined,
  passed: ReadonlyMap<string, Passed>,
  now: Date,
): ProjectionStatus {
  const written = typeof row?.own_position === 'string' ? positionOf(row.own_position) : START
  const cached = passed.get(row?.own_build ?? '')
  const valid = cached?.from === written ? cached : undefined
  const status = { projection: name, version, position: valid?.to ?? written }
  if (row?.is_run !== true) return { ...status, state: 'starting', lagSeconds: 0, error: NOT_RUN }
  const error = errorOf(row, version)
  const lagSeconds = secondsBetween(valid?.next, now)
  return {
    ...status,
    state: stateOf(row, error, { isBehind: valid?.next !== undefined, now }),
    lagSeconds,
    error,
  }
}

const errorOf = (row: ProgressRow, version: number): string | null =>
  (row.version ?? 0) > version
    ? `its tables are of version ${row.version}, newer than this program's ${version}; update the program`
    : row.error

function stateOf(
  { own_build: own, build, failing_since: since }: ProgressRow,
  error: string | null,
  { isBehind, now }: { readonly isBehind: boolean; readonly now: Date },
): ProjectionState {
  if (error !== null)
    return since === null || secondsBetween(since, now) >= STOPPED_SECONDS ? 'stopped' : 'catching-up'
  if (own === null) return 'starting'
  return isBehind || own !== build ? 'catching-up' : 'live'
}

const secondsBetween = (from: Date | undefined, to: Date): number =>
  from === undefined ? 0 : Math.max(0, to.getTime() - from.getTime()) / 1_000
