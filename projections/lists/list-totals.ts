import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createKysely } from '@app/services/platform/postgres/kysely.ts'
import type { ReadDb } from '@app/services/kernel/models/read-db.ts'

/** A query of a list's rows. */
interface Rows {
  as(alias: 'f'): unknown
}

/** Counts rows one by one: a million take 0.15 s. */
export async function countAll(db: ReadDb, rows: Rows): Promise<number> {
  const { total } = await createKysely(db)
    .selectFrom(rows.as('f') as never)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

interface Found {
  limit(rows: number): Rows
}

/** Counts matches; `searchCountedMax` + 1 means more, because a short word is in a third of all rows. */
export const countFound = (db: ReadDb, found: Found): Promise<number> =>
  countAll(db, found.limit(LIMITS.searchCountedMax + 1))

export const totalOf = (db: ReadDb, rows: Rows & Found, isSearch: boolean): Promise<number> =>
  isSearch ? countFound(db, rows) : countAll(db, rows)
