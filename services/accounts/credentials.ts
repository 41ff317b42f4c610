import { createKysely } from '../platform/postgres/tables/database.ts'
import type pg from 'pg'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createHash } from 'node:crypto'
import type { RandomBytes } from '../kernel/keys/sealing.ts'

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
    /** Only an id that no event will name any more. */
    remove: async (accountId: string, credentialId: string): Promise<void> => {
      await kysely
        .deleteFrom('vault.credentials')
        .where('account_id', '=', accountId)
        .where('credential_id', '=', credentialId)
        .execute()
    },
  }
}

const OF_ACCOUNTS = ['vault.credentials', 'vault.sessions', 'vault.sessions_to_fetch'] as const

export async function removeLogins(db: Pick<pg.Pool, 'query'>, accountId: string): Promise<void> {
  const kysely = createKysely(db)
  for (const table of OF_ACCOUNTS)
    await kysely.deleteFrom(table).where('account_id', '=', accountId).execute()
}

const SECRET_BYTES = 32

// 256 random bits cannot be guessed: the hash needs no salt and no slow function.
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export type SessionsToFetch = ReturnType<typeof createSessionsToFetch>

/** An id is exchanged for one session, within two minutes, in the browser that signed in. */
export function createSessionsToFetch(deps: {
  readonly db: pg.Pool
  readonly random: RandomBytes
  readonly now: () => Date
}) {
  const kysely = createKysely(deps.db)
  return {
    /** Only hashes are stored. `browser` is a secret for that browser alone. */
    put: async (accountId: string): Promise<{ readonly sessionId: string; readonly browser: string }> => {
      const secret = (): string => deps.random(SECRET_BYTES).toString('base64url')
      const [sessionId, browser] = [secret(), secret()]
      const now = deps.now()
      const expiresAt = new Date(now.getTime() + LIMITS.externalSessionSeconds * 1_000)
      await kysely.deleteFrom('vault.sessions_to_fetch').where('expires_at', '<=', now).execute()
      await kysely
        .insertInto('vault.sessions_to_fetch')
        .values({
          id_hash: hashOf(sessionId),
          browser_hash: hashOf(browser),
          account_id: accountId,
          expires_at: expiresAt,
        })
        .execute()
      return { sessionId, browser }
    },
    take: async (id: string, browser: string | undefined): Promise<string | undefined> => {
      if (browser === undefined) return undefined
      // One statement, so that only one of two concurrent calls gets the row.
      const row = await kysely
        .deleteFrom('vault.sessions_to_fetch')
        .where('id_hash', '=', hashOf(id))
        .where('browser_hash', '=', hashOf(browser))
        .returning(['account_id', 'expires_at'])
        .executeTakeFirst()
      return row !== undefined && row.expires_at > deps.now() ? row.account_id : undefined
    },
  }
}
