import { accountStream } from '@app/contracts/events/account.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import { sql } from 'kysely'
import type { SealedRows } from '../profiles/queries.ts'
import type { AccountText } from './projection.ts'

/** Names and e-mails of the accounts that a page of another list names. */
export async function openAccountTexts(
  { db, seals }: SealedRows,
  accountIds: readonly string[],
): Promise<(accountId: string) => AccountText | undefined> {
  const ids = [...new Set(accountIds)]
  if (ids.length === 0) return () => undefined
  const [sealer, rows] = await Promise.all([
    seals.of(ids.map(accountStream)),
    createKysely(db)
      .selectFrom('read.accounts')
      .select(['id', 'words'])
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute(),
  ])
  const sealed = new Map(rows.map(({ id, words }) => [id, words]))
  return (id) =>
    sealer.open({ subject: accountStream(id), column: 'accounts.words' }, sealed.get(id) ?? null) as
      AccountText | undefined
}
