import { accountStream } from '@app/contracts/events/account.ts'
import type pg from 'pg'

/** Ends all ways into an account that the vault keeps: passwords, sessions, logins that wait to be fetched, mails that wait to be sent. */
export async function removeLogins(db: Pick<pg.Pool, 'query'>, accountId: string): Promise<void> {
  await db.query('delete from vault.credentials where account_id = $1', [accountId])
  await db.query('delete from vault.applied_passwords where account_id = $1', [accountId])
  await db.query('delete from vault.sessions where account_id = $1', [accountId])
  await db.query('delete from vault.sessions_to_fetch where account_id = $1', [accountId])
  await db.query('delete from vault.mails where subject = $1', [accountStream(accountId)])
}
