import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { CheckpointGone } from '../checkpoint.ts'
import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import type pg from 'pg'
import { createBuild, dropBuild, findActiveBuild, findBuild } from './builds.ts'
import type { OnBatch } from '../step.ts'
import { foldUpTo, type FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'

/** `live` is what queries see, `other` another build of the same version. */
export interface TwoBuilds {
  readonly live: string
  readonly other: string
}

interface TableComparison {
  readonly table: string
  /** In the live build. */
  readonly rows: number
  /** A changed row is in both counts. */
  readonly onlyLive: number
  readonly onlyOther: number
}

/** A row that only one build has, as `column=value`. */
interface LoneRow {
  readonly table: string
  readonly isLive: boolean
  readonly text: string
}

export interface Comparison {
  /** Both builds were there. */
  readonly position: Position
  readonly tables: readonly TableComparison[]
  /** The first ones. */
  readonly rows: readonly LoneRow[]
}

export const differingRows = ({ tables }: Pick<Comparison, 'tables'>): number =>
  tables.reduce((sum, { onlyLive, onlyOther }) => sum + onlyLive + onlyOther, 0)

const TRIES_MAX = 20

/**
 * Compares two builds at one position, in one snapshot. Both checkpoints are locked until it is taken, and no longer:
 * comparing a million rows takes longer than figures may be delayed.
 */
export const compareBuilds = (
  deps: FoldDeps,
  projection: Projection,
  builds: TwoBuilds,
): Promise<Comparison> =>
  inTransaction(
    deps.db,
    async (client) => {
      const position = await snapshotOf(client, deps, projection, builds)
      const tables: TableComparison[] = []
      const rows: LoneRow[] = []
      for (const table of projection.views) {
        const { compared, lone } = await compareTable(
          client,
          table,
          builds,
          LIMITS.differingRowsMax - rows.length,
        )
        tables.push(compared)
        rows.push(...lone)
      }
      return { position, tables, rows }
    },
    'begin isolation level repeatable read',
  )

/** @returns the position of both builds in the snapshot of `client` */
async function snapshotOf(
  client: pg.PoolClient,
  deps: FoldDeps,
  projection: Projection,
  { live, other }: TwoBuilds,
): Promise<Position> {
  const all = [live, other].flatMap((build) => projection.views.map((table) => `"${build}"."${table}"`))
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const held = await inTransaction(deps.db, async (holder) => {
      const position = await holdCheckpoint(holder, live)
      await foldUpTo(deps, projection, other, position)
      if ((await holdCheckpoint(holder, other)) !== position) return undefined
      // Nobody may drop the tables before they are read.
      await client.query(`lock table ${all.join(', ')} in access share mode`)
      await client.query('select')
      return position
    })
    if (held !== undefined) return held
    // The other one's follower was faster.
    await foldUpTo(deps, projection, live, (await findBuild(deps.db, other))?.position ?? START)
  }
  throw new Error(`builds ${live} and ${other} were never at one position`)
}

/** A follower of the build waits until the transaction ends. @returns the build's position until then */
export async function holdCheckpoint(client: pg.PoolClient, build: string): Promise<Position> {
  const { rows } = await client.query<{ position: string }>(
    'select position from kernel.checkpoints where name = $1 for update',
    [build],
  )
  if (rows[0] === undefined) throw new CheckpointGone(`build ${build} is gone`)
  return positionOf(rows[0].position)
}

/** The hashes of so many rows need no more than some 30 MB of disk. */
const PART_ROWS = 500_000
const LONE_MAX = 1_000

/** By hashes of rows, and only in parts whose sums differ: the texts of all rows would fill a disk. */
async function compareTable(
  client: pg.PoolClient,
  table: string,
  { live, other }: TwoBuilds,
  rowsMax: number,
): Promise<{ readonly compared: TableComparison; readonly lone: readonly LoneRow[] }> {
  const hash = 'hash_record_extended(t, 0)'
  const both = `(select ${hash} as h, 1 as side from "${live}"."${table}" t
    union all select ${hash}, -1 from "${other}"."${table}" t) b`
  const { rows: counted } = await client.query<{ n: string }>(
    `select count(*) as n from "${live}"."${table}"`,
  )
  const count = Number(counted[0]!.n)
  const parts = Math.floor(count / PART_ROWS) + 1
  const { rows: differing } = await client.query<{ part: string }>(
    `select h % $1 as part from ${both} group by 1
     having sum(h) filter (where side = 1) is distinct from sum(h) filter (where side = -1)`,
    [parts],
  )
  let [onlyLive, onlyOther] = [0, 0]
  const hashes: string[] = []
  for (const { part } of differing) {
    const { rows } = await client.query<{ live: string; other: string; hashes: string[] }>(
      `select sum(greatest(n, 0)) as live, sum(greatest(-n, 0)) as other, (array_agg(h))[:${LONE_MAX}] as hashes
       from (select h, sum(side) as n from ${both} where h % $1 = $2 group by h having sum(side) <> 0) d`,
      [parts, part],
    )
    onlyLive += Number(rows[0]!.live)
    onlyOther += Number(rows[0]!.other)
    if (hashes.length < LONE_MAX) hashes.push(...(rows[0]!.hashes ?? []))
  }
  const { rows } = await client.query<{ row: object; is_live: boolean }>(
    `select * from (select row_to_json(t) as row, true as is_live from "${live}"."${table}" t where ${hash} = any($1)
       union all select row_to_json(t), false from "${other}"."${table}" t where ${hash} = any($1)) lone
     where cardinality($1) > 0 order by row::text, is_live desc limit $2`,
    [hashes, rowsMax],
  )
  return {
    compared: { table, rows: count, onlyLive, onlyOther },
    // A changed row stands twice, one below the other where its first column is equal.
    lone: rows.map(({ row, is_live: isLive }) => ({ table, isLive, text: rowText(row) })),
  }
}

const CHARS_MAX = 60
const TAIL_CHARS = 4

export const rowText = (row: object): string =>
  Object.entries(row)
    .map(([column, value]) => `${column}=${valueText(column, value)}`)
    .join(' ')

/** A visitor's id opens what the visitor left, so it is not shown. */
function valueText(column: string, value: unknown): string {
  if (value === null) return '∅'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (column === 'visitor_id') return `…${text.slice(-TAIL_CHARS)}`
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text
}

/** Builds a projection a second time from zero, compares it row by row with the live one, and drops it again. */
export async function verifyProjection(
  { onProgress, ...folding }: FoldDeps & { readonly onProgress?: (position: bigint, target: bigint) => void },
  projection: Projection,
): Promise<Comparison> {
  const deps = { ...folding, isThrownAway: true } as const
  const live = await findActiveBuild(deps.db, projection.name)
  if (live === undefined) throw new Error(`projection ${projection.name} has no active build`)
  const made = await createBuild(deps.db, projection, { storeId: live.storeId, now: deps.now() })
  try {
    const onBatch: OnBatch = (position) => onProgress?.(position, live.position)
    await foldUpTo({ ...deps, onBatch }, projection, made.name, live.position)
    return await compareBuilds(deps, projection, { live: live.name, other: made.name })
  } finally {
    await dropBuild(deps.db, made.name)
  }
}
