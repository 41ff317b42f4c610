import { createHash } from 'node:crypto'
import type pg from 'pg'
import { LIMITS } from '@app/contracts/limits.ts'
import type { RandomBytes } from '../keys/sealing.ts'

/**
 * Between an external login and the session it is exchanged for: ids that are worth a session once, for two minutes, in
 * the browser that signed in.
 */
export interface SessionsToFetch {
  /**
   * A new id, known only to whoever is given it: only its hash is kept.
   * @param browser a secret that only that browser has
   */
  put(accountId: string, browser: string): Promise<string>
  /** Whose it is, for the first who asks in time and from that browser. */
  take(id: string, browser: string | undefined): Promise<string | undefined>
}

const ID_BYTES = 32

// 256 random bits cannot be guessed from their hash: no salt and no slow function needed.
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const createSessionsToFetch = (deps: {
  readonly db: pg.Pool
  readonly random: RandomBytes
  readonly now: () => Date
}): SessionsToFetch => ({
  put: async (accountId, browser) => {
    const id = deps.random(ID_BYTES).toString('base64url')
    const now = deps.now()
    const expiresAt = new Date(now.getTime() + LIMITS.externalSessionSeconds * 1_000)
    await deps.db.query('delete from vault.sessions_to_fetch where expires_at <= $1', [now])
    await deps.db.query(
      `insert into vault.sessions_to_fetch (id_hash, browser_hash, account_id, expires_at)
       values ($1, $2, $3, $4)`,
      [hashOf(id), hashOf(browser), accountId, expiresAt],
    )
    return id
  },
  take: async (id, browser) => {
    if (browser === undefined) return undefined
    // One statement: of two who ask at once, one deletes the row and the other finds none.
    const { rows } = await deps.db.query<{ account_id: string; expires_at: Date }>(
      `delete from vault.sessions_to_fetch where id_hash = $1 and browser_hash = $2
       returning account_id, expires_at`,
      [hashOf(id), hashOf(browser)],
    )
    const [row] = rows
    return row !== undefined && row.expires_at > deps.now() ? row.account_id : undefined
  },
})
