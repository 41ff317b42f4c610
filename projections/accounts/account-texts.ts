import { accountStream } from '@app/contracts/events/account-events.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import { sql } from 'kysely'
import type { SealedRows } from '../profiles/queries.ts'
import type { AccountText } from './read-model.ts'

/** Empty while it is blocked. */
interface FoundAccountText extends AccountText {
  readonly isBlocked: boolean
}

/** @param atMs the instant at which the account was named */
export type TextOf = (accountId: string, atMs?: number) => FoundAccountText | undefined

/**
 * Names and e-mails of the accounts that a page of another list names. A person who registers with the e-mail of an erased
 * account gets its id: earlier actions are not theirs.
 */
export async function openAccountTexts(
  { db, seals }: SealedRows,
  accountIds: readonly string[],
): Promise<TextOf> {
  const ids = [...new Set(accountIds)]
  if (ids.length === 0) return () => undefined
  const [sealer, rows] = await Promise.all([
    seals.of(ids.map(accountStream)),
    createKysely(db)
      .selectFrom('read.accounts')
      .select(['id', 'words', 'created_at'])
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute(),
  ])
  const known = new Map(rows.map((row) => [row.id, row]))
  return (id, atMs = Infinity) => {
    const row = known.get(id)
    if (row === undefined || Number(row.created_at) > atMs) return undefined
    const subject = accountStream(id)
    if (sealer.isBlocked(subject)) return { name: '', email: '', isBlocked: true }
    const text = sealer.open({ subject, column: 'accounts.words' }, row.words) as AccountText | undefined
    return text && { ...text, isBlocked: false }
  }
}
