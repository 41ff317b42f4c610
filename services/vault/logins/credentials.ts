import type pg from 'pg'

/**
 * Password hashes: secret and erasable, so never in the log. A hash is kept under a name, and counts once an event of
 * the account names it: of two passwords that are set at once, the one whose event was written holds.
 */
export interface Credentials {
  /** @param credentialId as the account has it; undefined, under which there is none, takes as long */
  find(accountId: string, credentialId: string | undefined): Promise<string | undefined>
  /** Durable before the event that names it. Answers false where that name is taken already: it stays as it is. */
  add(accountId: string, credentialId: string, passwordHash: string): Promise<boolean>
  /** The same password under a better hash. */
  rehash(accountId: string, credentialId: string, passwordHash: string): Promise<void>
  /** Removes those that no event will name any more: others may be about to be named. */
  remove(accountId: string, credentialIds: readonly string[]): Promise<void>
}

export const createCredentials = (db: pg.Pool, now: () => Date): Credentials => ({
  find: async (accountId, credentialId) => {
    const { rows } = await db.query<{ password_hash: string }>(
      'select password_hash from vault.credentials where account_id = $1 and credential_id = $2',
      [accountId, credentialId],
    )
    return rows[0]?.password_hash
  },
  add: async (accountId, credentialId, passwordHash) => {
    const { rowCount } = await db.query(
      `insert into vault.credentials (account_id, credential_id, password_hash, changed_at) values ($1, $2, $3, $4)
       on conflict (account_id, credential_id) do nothing`,
      [accountId, credentialId, passwordHash, now()],
    )
    return rowCount === 1
  },
  rehash: async (accountId, credentialId, passwordHash) => {
    await db.query(
      'update vault.credentials set password_hash = $3 where account_id = $1 and credential_id = $2',
      [accountId, credentialId, passwordHash],
    )
  },
  remove: async (accountId, credentialIds) => {
    if (credentialIds.length === 0) return
    await db.query('delete from vault.credentials where account_id = $1 and credential_id = any($2)', [
      accountId,
      credentialIds,
    ])
  },
})
