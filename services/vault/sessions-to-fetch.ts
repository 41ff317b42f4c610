import { createHash } from 'node:crypto'
import type pg from 'pg'
import { LIMITS } from '@app/contracts/limits.ts'
import type { RandomBytes } from './sealing.ts'

/** Between an external login and the session it is exchanged for: ids that are worth a session once, for two minutes. */
export interface SessionsToFetch {
  /** A new id, known only to whoever is given it: only its hash is kept. */
  put(accountId: string): Promise<string>
  /** Whose it is, for the first who asks in time. */
  take(id: string): Promise<string | undefined>
}

const ID_BYTES = 32

// 256 random bits cannot be guessed from their hash: no salt and no slow function needed.
const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest()

export const createSessionsToFetch = (deps: {
  readonly db: pg.Pool
  readonly random: RandomBytes
  readonly now: () => Date
}): SessionsToFetch => ({
  put: async (accountId) => {
    const id = deps.random(ID_BYTES).toString('base64url')
    const now = deps.now()
    const expiresAt = new Date(now.getTime() + LIMITS.externalSessionSeconds * 1_000)
    await deps.db.query('delete from vault.sessions_to_fetch where expires_at <= $1', [now])
    await deps.db.query(
      'insert into vault.sessions_to_fetch (id_hash, account_id, expires_at) values ($1, $2, $3)',
      [hashOf(id), accountId, expiresAt],
    )
    return id
  },
  take: async (id) => {
    // One statement: of two who ask at once, one deletes the row and the other finds none.
    const { rows } = await deps.db.query<{ account_id: string; expires_at: Date }>(
      'delete from vault.sessions_to_fetch where id_hash = $1 returning account_id, expires_at',
      [hashOf(id)],
    )
    const [row] = rows
    return row !== undefined && row.expires_at > deps.now() ? row.account_id : undefined
  },
})
