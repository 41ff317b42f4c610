import type pg from 'pg'

/** Which ADMIN_PASSWORD was last made the password of an account: a bcrypt hash of it, never the setting itself. */
export interface AppliedPasswords {
  find(accountId: string): Promise<string | undefined>
  set(accountId: string, settingHash: string): Promise<void>
}

export const createAppliedPasswords = (db: pg.Pool, now: () => Date): AppliedPasswords => ({
  find: async (accountId) => {
    const { rows } = await db.query<{ setting_hash: string }>(
      'select setting_hash from vault.applied_passwords where account_id = $1',
      [accountId],
    )
    return rows[0]?.setting_hash
  },
  set: async (accountId, settingHash) => {
    await db.query(
      `insert into vault.applied_passwords (account_id, setting_hash, applied_at) values ($1, $2, $3)
       on conflict (account_id) do update set setting_hash = $2, applied_at = $3`,
      [accountId, settingHash, now()],
    )
  },
})
