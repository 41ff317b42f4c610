import type pg from 'pg'
import { LIMITS } from '@app/contracts/limits.ts'
import type { Device } from '@app/contracts/traffic/traffic.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'

/** A session as its owner may see it. */
export interface OpenSession {
  readonly id: string
  readonly device: Device
  readonly beganAt: Date
  readonly seenAt: Date
}

export interface NewSession {
  readonly id: string
  readonly accountId: string
  readonly sessionVersion: number
  readonly device: Device
  readonly endsAt: Date
}

/** The sessions that are open, one row each: a token is good only while its session has one. */
export interface OpenSessions {
  /** Durable when it resolves. Of too many sessions of one account the one that was used longest ago ends. */
  begin(session: NewSession): Promise<void>
  /** When each open session of an account was last used, by its id. */
  seenOf(accountId: string): Promise<Map<string, Date>>
  /** Those of the present version, the latest used first. */
  list(accountId: string, sessionVersion: number): Promise<readonly OpenSession[]>
  /** Which of these are open. */
  openAmong(ids: readonly string[]): Promise<ReadonlySet<string>>
  markSeen(id: string): Promise<void>
  /** Ends one session of an account; false where the account has no such session. */
  end(accountId: string, id: string): Promise<boolean>
  /** Removes those that have expired; to be called now and then. */
  removeExpired(): Promise<void>
}

/**
 * Ends in the same statement those of an older version, those that expired, and those above the number that there may
 * be. Rows that another sign-in is just removing are left to it: two at once must not wait for each other.
 */
const BEGIN = `
  with begun as (
    insert into vault.sessions (id, account_id, session_version, device, began_at, seen_at, ends_at)
    values ($1, $2, $3, $4, $5, $5, $6)
  )
  delete from vault.sessions where id in (
    select id from vault.sessions
    where account_id = $2 and (
      session_version < $3 or ends_at <= $5 or id in (
        select id from vault.sessions where account_id = $2
        order by seen_at desc, began_at desc, id desc offset $7
      )
    )
    for update skip locked
  )`

const LIST = `
  select id, device, began_at as "beganAt", seen_at as "seenAt" from vault.sessions
  where account_id = $1 and session_version = $2 and ends_at > $3
  order by seen_at desc, began_at desc, id desc limit $4`

export const createOpenSessions = (db: Pick<pg.Pool, 'query'>, now: () => Date): OpenSessions => ({
  begin: async ({ id, accountId, sessionVersion, device, endsAt }) => {
    const others = LIMITS.sessionsOfAccountMax - 1
    await db.query(BEGIN, [id, accountId, sessionVersion, device, now(), endsAt, others])
  },
  seenOf: async (accountId) => {
    const { rows } = await db.query<{ id: string; seen_at: Date }>(
      'select id, seen_at from vault.sessions where account_id = $1 and ends_at > $2',
      [accountId, now()],
    )
    return new Map(rows.map(({ id, seen_at }) => [id, seen_at]))
  },
  list: async (accountId, sessionVersion) => {
    const asked = [accountId, sessionVersion, now(), LIMITS.sessionsOfAccountMax]
    return (await db.query<OpenSession>(LIST, asked)).rows
  },
  openAmong: async (ids) => {
    const { rows } = await db.query<{ id: string }>(
      'select id from vault.sessions where id = any($1::uuid[]) and ends_at > $2',
      [ids, now()],
    )
    return new Set(rows.map(({ id }) => id))
  },
  markSeen: async (id) => {
    await db.query('update vault.sessions set seen_at = greatest(seen_at, $2) where id = $1', [id, now()])
  },
  end: async (accountId, id) => {
    if (!UUID.test(id)) return false
    const { rowCount } = await db.query('delete from vault.sessions where id = $1 and account_id = $2', [
      id,
      accountId,
    ])
    return rowCount === 1
  },
  removeExpired: async () => {
    await db.query('delete from vault.sessions where ends_at <= $1', [now()])
  },
})
