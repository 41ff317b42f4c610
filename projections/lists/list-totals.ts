import { LIMITS } from '@app/contracts/limits.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { ReadDb } from '../read-db.ts'

type CountsOfStates = 'read.account_counts' | 'read.code_counts' | 'read.quotation_counts'

/** Of one state, or of all. */
export async function sumOfCounts(
  db: ReadDb,
  counts: CountsOfStates,
  state: string | undefined,
): Promise<number> {
  const counted = await createKysely(db)
    .selectFrom(counts)
    .$if(state !== undefined, (all) => all.where('state', '=', state as never))
    .select(({ fn }) => fn.sum<string | null>('listed').as('total'))
    .executeTakeFirstOrThrow()
  return Number(counted.total ?? 0)
}

/** What a search finds, counted up to `searchCountedMax`: a short word is in a third of all rows. */
export async function countFound(
  db: ReadDb,
  found: { limit(rows: number): { as(alias: 'f'): unknown } },
): Promise<number> {
  const { total } = await createKysely(db)
    .selectFrom(found.limit(LIMITS.searchCountedMax).as('f') as never)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
