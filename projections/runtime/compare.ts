import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { CheckpointGone } from '@app/kernel/checkpoint.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import { findBuild } from './builds.ts'
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
        const compared = await compareTable(client, table, builds)
        tables.push(compared)
        if (compared.onlyLive + compared.onlyOther > 0)
          rows.push(...(await loneRows(client, table, builds, LIMITS.differingRowsMax - rows.length)))
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

/** Row by row only where the sums differ, because that takes several times as long. */
async function compareTable(
  client: pg.PoolClient,
  table: string,
  { live, other }: TwoBuilds,
): Promise<TableComparison> {
  const sum = (build: string): string =>
    `(select (count(*), sum(hashtextextended(t::text, 0)))::text from "${build}"."${table}" t)`
  const count = (one: string, two: string): string =>
    `case when differ then (select count(*) from (${loneOf(table, one, two)}) lone) else 0 end`
  const { rows } = await client.query<Record<'rows' | 'only_live' | 'only_other', string>>(
    `with sums as materialized (select ${sum(live)} is distinct from ${sum(other)} as differ)
     select (select count(*) from "${live}"."${table}") as rows,
       ${count(live, other)} as only_live, ${count(other, live)} as only_other from sums`,
  )
  const [row] = rows
  return {
    table,
    rows: Number(row!.rows),
    onlyLive: Number(row!.only_live),
    onlyOther: Number(row!.only_other),
  }
}

const loneOf = (table: string, one: string, two: string): string =>
  `select row_to_json(t)::text as line from "${one}"."${table}" t except all select row_to_json(t)::text from "${two}"."${table}" t`

/** A changed row stands twice, one below the other where its first column is equal. */
async function loneRows(
  client: pg.PoolClient,
  table: string,
  { live, other }: TwoBuilds,
  limit: number,
): Promise<readonly LoneRow[]> {
  const { rows } = await client.query<{ row: object; is_live: boolean }>(
    `select line::json as row, is_live from (
       select line, true as is_live from (${loneOf(table, live, other)}) a
       union all select line, false from (${loneOf(table, other, live)}) b
     ) lone order by line, is_live desc limit $1`,
    [limit],
  )
  return rows.map(({ row, is_live: isLive }) => ({ table, isLive, text: rowText(row) }))
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
