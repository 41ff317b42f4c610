import { createKysely } from '@app/postgres/kysely.ts'
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

/** No credential has this id. */
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
    rehash: async (accountId, credentialId, passwordHash) => {
      await kysely
        .updateTable('vault.credentials')
        .set({ password_hash: passwordHash })
        .where('account_id', '=', accountId)
        .where('credential_id', '=', credentialId)
        .execute()
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
