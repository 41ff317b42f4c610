import type pg from 'pg'

/** Ends all ways into an account that the vault keeps: its passwords, and logins by a provider that wait to be fetched. */
export async function removeLogins(db: Pick<pg.Pool, 'query'>, accountId: string): Promise<void> {
  await db.query('delete from vault.credentials where account_id = $1', [accountId])
  await db.query('delete from vault.sessions_to_fetch where account_id = $1', [accountId])
}
