import type pg from 'pg'

/** Password hashes: secret and erasable, so never in the log. */
export interface Credentials {
  find(accountId: string): Promise<string | undefined>
  set(accountId: string, passwordHash: string): Promise<void>
}

export const createCredentials = (db: pg.Pool, now: () => Date): Credentials => ({
  find: async (accountId) => {
    const { rows } = await db.query<{ password_hash: string }>(
      'select password_hash from vault.credentials where account_id = $1',
      [accountId],
    )
    return rows[0]?.password_hash
  },
  set: async (accountId, passwordHash) => {
    await db.query(
      `insert into vault.credentials (account_id, password_hash, changed_at) values ($1, $2, $3)
       on conflict (account_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
      [accountId, passwordHash, now()],
    )
  },
})
