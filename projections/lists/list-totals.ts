import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { ReadDb } from '../read-db.ts'

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
