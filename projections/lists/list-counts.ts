import type { BuildTransaction } from '../runtime/projection.ts'
import type { RowsMoved } from '../runtime/row-fold.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { ReadDb } from '../read-db.ts'

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

type CountsOfStates =
  | 'read.account_counts'
  | 'read.code_counts'
  | 'read.history_counts'
  | 'read.profile_counts'
  | 'read.quotation_counts'
  | 'read.request_counts'
  | 'read.subscription_totals'

/** A query of a search's matches. */
interface Found {
  limit(rows: number): { as(alias: 'f'): unknown }
}

/** Of one state, of some, or of all. */
export async function sumOfCounts(
  db: ReadDb,
  counts: CountsOfStates,
  state: string | readonly string[] | undefined,
): Promise<number> {
  const counted = await createKysely(db)
    .selectFrom(counts)
    .$if(state !== undefined, (all) => all.where('state', 'in', [state].flat() as never))
    .select(({ fn }) => fn.sum<string | null>('listed').as('total'))
    .executeTakeFirstOrThrow()
  return Number(counted.total ?? 0)
}

/** Counts matches; `searchCountedMax` + 1 means more, because a short word is in a third of all rows. */
export async function countFound(db: ReadDb, found: Found): Promise<number> {
  const { total } = await createKysely(db)
    .selectFrom(found.limit(LIMITS.searchCountedMax + 1).as('f') as never)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export interface Total {
  readonly total: number
  /** A search found so few that all were counted. */
  readonly isOfFew: boolean
}

/** @param found undefined without a search */
export async function totalOf(
  db: ReadDb,
  {
    counts,
    state,
    found,
  }: { counts: CountsOfStates; state: string | readonly string[] | undefined; found: Found | undefined },
): Promise<Total> {
  if (found === undefined) return { total: await sumOfCounts(db, counts, state), isOfFew: false }
  const total = await countFound(db, found)
  return { total, isOfFew: total <= LIMITS.searchCountedMax }
}
