import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import { CheckpointGone } from '@app/kernel/checkpoint.ts'
import { findBuild, type Build } from '../builds.ts'
import { foldUpTo, type FoldDeps } from '../fold-build.ts'
import type { Projection } from '../projection.ts'
import { compareTable, type RowPair, type TableComparison } from './compare-table.ts'
import type { TwoBuilds } from './difference.ts'

/** `live` is what queries see, `fresh` the other build. */
export interface Comparison {
  readonly projection: string
  /** Of both. */
  readonly position: Position
  readonly tables: readonly TableComparison[]
  /** The first rows that differ. */
  readonly rows: readonly RowPair[]
}

export const differingRows = ({ tables }: Pick<Comparison, 'tables'>): number =>
  tables.reduce((sum, { differing }) => sum + differing, 0)

export const ROWS_SHOWN_MAX = LIMITS.differingRowsMax
const SNAPSHOT = 'begin isolation level repeatable read'
const TRIES_MAX = 20

/** The builds' followers were faster each time. */
class NeverEqual extends Error {}

/**
 * Compares two builds at one position and of one moment. Both checkpoints are locked until a snapshot is taken, so that
 * followers wait for the other one's last events, and readers for nothing: comparing a million rows takes longer than figures
 * may be delayed.
 */
export function compareBuilds(
  deps: FoldDeps,
  projection: Projection,
  builds: { readonly live: Build; readonly fresh: Pick<Build, 'name'> },
): Promise<Comparison> {
  const names = { live: builds.live.name, fresh: builds.fresh.name }
  return inTransaction(
    deps.db,
    async (client) => {
      const position = await snapshotOf(client, deps, projection, names)
      const tables: TableComparison[] = []
      const rows: RowPair[] = []
      for (const table of projection.views) {
        const pairsMax = ROWS_SHOWN_MAX - rows.length
        const compared = await compareTable(client, table, { builds: names, pairsMax })
        tables.push(compared.compared)
        rows.push(...compared.pairs)
      }
      return { projection: projection.name, position, tables, rows }
    },
    SNAPSHOT,
  )
}

/** @returns the position of both builds in the snapshot of `client` */
async function snapshotOf(
  client: pg.PoolClient,
  deps: FoldDeps,
  projection: Projection,
  { live, fresh }: TwoBuilds,
): Promise<Position> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await foldUpTo(deps, projection, fresh, await positionOfBuild(deps.db, live))
    await foldUpTo(deps, projection, live, await positionOfBuild(deps.db, fresh))
    const held = await inTransaction(deps.db, async (holder) => {
      const position = await holdCheckpoint(holder, live)
      await foldUpTo(deps, projection, fresh, position)
      if ((await holdCheckpoint(holder, fresh)) !== position) return undefined
      await takeSnapshot(client, projection.views, [live, fresh])
      return position
    })
    if (held !== undefined) return held
  }
  throw new NeverEqual(`builds ${live} and ${fresh} were never at one position`)
}

async function positionOfBuild(db: pg.Pool, name: string): Promise<Position> {
  const build = await findBuild(db, name)
  if (build === undefined) throw new CheckpointGone(`build ${name} is gone`)
  return build.position
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

/** The tables are locked too, as nobody may drop them before they are read. */
async function takeSnapshot(
  client: pg.PoolClient,
  tables: readonly string[],
  builds: readonly string[],
): Promise<void> {
  const all = builds.flatMap((build) => tables.map((table) => `"${build}"."${table}"`))
  await client.query(`lock table ${all.join(', ')} in access share mode`)
  await client.query('select')
}
