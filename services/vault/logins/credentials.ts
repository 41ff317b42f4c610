import { createKysely } from '@app/postgres/kysely.ts'
import type pg from 'pg'

/** Erasable, so never in the log. Of two passwords set at once, the one that an event names counts. */
export interface Credentials {
  /** An undefined `credentialId` takes as long as any other, so that the time reveals nothing. */
  find(accountId: string, credentialId: string | undefined): Promise<string | undefined>
  /** Durable before the event that names it. False when the id is taken: its hash stays. */
  add(accountId: string, credentialId: string, passwordHash: string): Promise<boolean>
  /** Only for ids that no event will name any more. */
  remove(accountId: string, credentialIds: readonly string[]): Promise<void>
}

const NO_CREDENTIAL = ''

export function createCredentials(db: pg.Pool, now: () => Date): Credentials {
  const kysely = createKysely(db)
  return {
    find: async (accountId, credentialId) => {
      const row = await kysely
        .selectFrom('vault.credentials')
        .select('password_hash')
        .where('account_id', '=', accountId)
        .where('credential_id', '=', credentialId ?? NO_CREDENTIAL)
        .executeTakeFirst()
      return row?.password_hash
    },
    add: async (accountId, credentialId, passwordHash) => {
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
    remove: async (accountId, credentialIds) => {
      if (credentialIds.length === 0) return
      await kysely
        .deleteFrom('vault.credentials')
        .where('account_id', '=', accountId)
        .where('credential_id', 'in', credentialIds)
        .execute()
    },
  }
}

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
