import { createKysely } from '@app/postgres/kysely.ts'
import type pg from 'pg'

/** A bcrypt hash of the ADMIN_PASSWORD that was last applied to an account, never the setting itself. */
export interface AppliedPasswords {
  find(accountId: string): Promise<string | undefined>
  set(accountId: string, settingHash: string): Promise<void>
}

export function createAppliedPasswords(db: pg.Pool, now: () => Date): AppliedPasswords {
  const kysely = createKysely(db)
  return {
    find: async (accountId) => {
      const row = await kysely
        .selectFrom('vault.applied_passwords')
        .select('setting_hash')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row?.setting_hash
    },
    set: async (accountId, settingHash) => {
      const applied = { setting_hash: settingHash, applied_at: now() }
      await kysely
        .insertInto('vault.applied_passwords')
        .values({ account_id: accountId, ...applied })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(applied))
        .execute()
    },
  }
}
