import type { BuildTransaction } from '../runtime/projection.ts'
import type { RowsMoved } from '../runtime/row-fold.ts'

interface ListCounts<Row> {
  /** Has the columns `state` and `listed`. */
  readonly table: string
  /** Undefined where the row is not counted. */
  readonly stateOf: (row: Row) => string | undefined
}

/** How many rows of each state a list has. */
export async function moveListCounts<Row>(
  tx: BuildTransaction,
  { table, stateOf }: ListCounts<Row>,
  { made, removed, changed }: RowsMoved<Row>,
): Promise<void> {
  const moves = new Map<string, number>()
  const move = (row: Row, by: number): void => {
    const state = stateOf(row)
    if (state === undefined) return
    moves.set(state, (moves.get(state) ?? 0) + by)
  }
  for (const row of [...made, ...changed.map(({ after }) => after)]) move(row, 1)
  for (const row of [...removed, ...changed.map(({ before }) => before)]) move(row, -1)
  const moved = [...moves].filter(([, by]) => by !== 0)
  if (moved.length === 0) return
  await tx.query(
    `insert into ${table} as c (state, listed) select * from unnest($1::text[], $2::int[])
     on conflict (state) do update set listed = c.listed + excluded.listed`,
    [moved.map(([state]) => state), moved.map(([, by]) => by)],
  )
  // A build made after an erasure would not have the row.
  await tx.query(`delete from ${table} where listed = 0 and state = any($1::text[])`, [
    moved.map(([state]) => state),
  ])
}
