import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import type { Build } from '../builds.ts'
import { BuildGone, type RunningBuild } from '../checkpoint.ts'
import type { Projection } from '../projection.ts'
import { compareTable, type RowPair, type TableComparison } from './compare-table.ts'
import { reach, type ReachDeps } from './reach.ts'

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

/**
 * Compares two builds at one position and of one moment. The live one's checkpoint is locked until a snapshot is taken, so
 * that its runner waits for the other one's last events, and its readers for nothing: comparing a million rows takes longer
 * than figures may be delayed. Nobody else may fold the other one meanwhile.
 */
export async function compareBuilds(
  deps: ReachDeps,
  projection: Projection,
  builds: { readonly live: Build; readonly fresh: RunningBuild },
): Promise<Comparison> {
  const fresh = await reach(deps, projection, builds.fresh, builds.live.position)
  // It may be ahead: a live runner passes over events that do not concern it without a new checkpoint.
  const live = await reach(deps, projection, builds.live, fresh.position)
  return inTransaction(
    deps.db,
    async (client) => {
      const position = await inTransaction(deps.db, async (holder) => {
        const held = await holdCheckpoint(holder, live)
        await reach(deps, projection, fresh, held)
        await takeSnapshot(client, projection.views, [live.name, fresh.name])
        return held
      })
      const names = { live: live.name, fresh: fresh.name }
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

/** A runner of the build waits until the transaction ends. @returns the build's position until then */
export async function holdCheckpoint(
  client: pg.PoolClient,
  { name }: Pick<Build, 'name'>,
): Promise<Position> {
  const { rows } = await client.query<{ position: string }>(
    'select position from projection.builds where build = $1 for update',
    [name],
  )
  if (rows[0] === undefined) throw new BuildGone(`build ${name} is gone`)
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
