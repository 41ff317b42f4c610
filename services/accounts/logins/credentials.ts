import { createKysely } from '../../platform/postgres/tables/database.ts'
import type pg from 'pg'

const NO_CREDENTIAL = ''

export type Credentials = ReturnType<typeof createCredentials>

/** Erasable, so never in the log. Of two passwords set at once, the one that an event names counts. */
export function createCredentials(db: pg.Pool, now: () => Date) {
  const kysely = createKysely(db)
  return {
    /** An undefined `credentialId` takes as long as any other, so that the time reveals nothing. */
    find: async (accountId: string, credentialId: string | undefined): Promise<string | undefined> => {
      const row = await kysely
        .selectFrom('vault.credentials')
        .select('password_hash')
        .where('account_id', '=', accountId)
        .where('credential_id', '=', credentialId ?? NO_CREDENTIAL)
        .executeTakeFirst()
      return row?.password_hash
    },
    /** Durable before the event that names it. False when the id is taken: its hash stays. */
    add: async (accountId: string, credentialId: string, passwordHash: string): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto('vault.credentials')
        .values({
          account_id: accountId,
          credential_id: credentialId,
          password_hash: passwordHash,
          changed_at: now(),
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'credential_id']).doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    /** Only for ids that no event will name any more. */
    remove: async (accountId: string, credentialIds: readonly string[]): Promise<void> => {
      if (credentialIds.length === 0) return
      await kysely
        .deleteFrom('vault.credentials')
        .where('account_id', '=', accountId)
        .where('credential_id', 'in', credentialIds)
        .execute()
    },
  }
}

export type AppliedPasswords = ReturnType<typeof createAppliedPasswords>

/** A bcrypt hash of the ADMIN_PASSWORD that was last applied to an account, never the setting itself. */
export function createAppliedPasswords(db: pg.Pool, now: () => Date) {
  const kysely = createKysely(db)
  return {
    find: async (accountId: string): Promise<string | undefined> => {
      const row = await kysely
        .selectFrom('vault.applied_passwords')
        .select('setting_hash')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row?.setting_hash
    },
    set: async (accountId: string, settingHash: string): Promise<void> => {
      const applied = { setting_hash: settingHash, applied_at: now() }
      await kysely
        .insertInto('vault.applied_passwords')
        .values({ account_id: accountId, ...applied })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(applied))
        .execute()
    },
  }
}
