import { createKysely } from '../../platform/postgres/tables/database.ts'
import type pg from 'pg'

const OF_ACCOUNTS = [
  'vault.credentials',
  'vault.applied_passwords',
  'vault.sessions',
  'vault.sessions_to_fetch',
] as const

export async function removeLogins(db: Pick<pg.Pool, 'query'>, accountId: string): Promise<void> {
  const kysely = createKysely(db)
  for (const table of OF_ACCOUNTS)
    await kysely.deleteFrom(table).where('account_id', '=', accountId).execute()
}
