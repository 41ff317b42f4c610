import { createKysely } from '@app/postgres/kysely.ts'
import type pg from 'pg'

/**
 * Password hashes: secret and erasable, so never in the log. A hash is kept under a name, and counts once an event of
 * the account names it: of two passwords that are set at once, the one whose event was written holds.
 */
export interface Credentials {
  /** @param credentialId as the account has it; undefined for a password of before they had names */
  find(accountId: string, credentialId: string | undefined): Promise<string | undefined>
  /** Durable before the event that names it. Answers false where that name is taken already: it stays as it is. */
  add(accountId: string, credentialId: string, passwordHash: string): Promise<boolean>
  /** The same password under a better hash. */
  rehash(accountId: string, credentialId: string | undefined, passwordHash: string): Promise<void>
  /** Removes those that no event will name any more: others may be about to be named. */
  remove(accountId: string, credentialIds: readonly (string | undefined)[]): Promise<void>
}

/** Of passwords from before they had names. */
const FIRST = 'first'

export function createCredentials(db: pg.Pool, now: () => Date): Credentials {
  const kysely = createKysely(db)
  return {
    find: async (accountId, credentialId = FIRST) => {
      const row = await kysely
        .selectFrom('vault.credentials')
        .select('password_hash')
        .where('account_id', '=', accountId)
        .where('credential_id', '=', credentialId)
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
    rehash: async (accountId, credentialId = FIRST, passwordHash) => {
      await kysely
        .updateTable('vault.credentials')
        .set({ password_hash: passwordHash })
        .where('account_id', '=', accountId)
        .where('credential_id', '=', credentialId)
        .execute()
    },
    remove: async (accountId, credentialIds) => {
      const names = credentialIds.map((name = FIRST) => name)
      if (names.length === 0) return
      await kysely
        .deleteFrom('vault.credentials')
        .where('account_id', '=', accountId)
        .where('credential_id', 'in', names)
        .execute()
    },
  }
}
