import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { Device } from '@app/contracts/traffic/kinds.ts'
import { UUID } from '@app/contracts/fields/text.ts'
import type pg from 'pg'

export interface NewSession {
  readonly id: string
  readonly accountId: string
  readonly sessionVersion: number
  readonly device: Device
  readonly endsAt: Date
}

/** Also ends surplus sessions. SKIP LOCKED: sign-ins that wait for each other's rows end in a deadlock. */
const BEGIN = `
  with begun as (
    insert into vault.sessions (id, account_id, session_version, device, began_at, seen_at, ends_at)
    values ($1, $2, $3, $4, $5, $5, $6)
  )
  delete from vault.sessions where id in (
    select id from vault.sessions
    where id in (
      select id from vault.sessions where account_id = $2
      order by seen_at desc, began_at desc, id desc offset $7
    )
    for update skip locked
  )`

interface Open {
  readonly id: string
  readonly device: Device
  readonly beganAt: Date
  readonly seenAt: Date
}

const LIST = `
  select id, device, began_at as "beganAt", seen_at as "seenAt" from vault.sessions
  where account_id = $1 and session_version = $2 and ends_at > $3
  order by seen_at desc, began_at desc, id desc limit $4`

export type OpenSessions = ReturnType<typeof createOpenSessions>

/** A token is valid only while its session has a row. */
export function createOpenSessions(db: Pick<pg.Pool, 'query'>, now: () => Date) {
  return {
    /** Durable when it resolves. Above the limit, the session that was unused longest ends. */
    begin: async ({ id, accountId, sessionVersion, device, endsAt }: NewSession): Promise<void> => {
      const others = LIMITS.sessionsOfAccountMax - 1
      await db.query(BEGIN, [id, accountId, sessionVersion, device, now(), endsAt, others])
    },
    seenOf: async (accountId: string): Promise<Map<string, Date>> => {
      const { rows } = await db.query<Pick<Open, 'id' | 'seenAt'>>(
        'select id, seen_at as "seenAt" from vault.sessions where account_id = $1 and ends_at > $2',
        [accountId, now()],
      )
      return new Map(rows.map(({ id, seenAt }) => [id, seenAt]))
    },
    list: async (accountId: string, sessionVersion: number): Promise<readonly Open[]> =>
      (await db.query<Open>(LIST, [accountId, sessionVersion, now(), LIMITS.sessionsOfAccountMax])).rows,
    openAmong: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      const { rows } = await db.query<Pick<Open, 'id'>>(
        'select id from vault.sessions where id = any($1) and ends_at > $2',
        [ids, now()],
      )
      return new Set(rows.map(({ id }) => id))
    },
    markSeen: async (id: string): Promise<void> =>
      void (await db.query('update vault.sessions set seen_at = greatest(seen_at, $2) where id = $1', [
        id,
        now(),
      ])),
    end: async (accountId: string, id: string): Promise<boolean> => {
      if (!UUID.test(id)) return false
      const ended = await db.query('delete from vault.sessions where id = $1 and account_id = $2', [
        id,
        accountId,
      ])
      return ended.rowCount === 1
    },
    removeExpired: async (): Promise<void> =>
      void (await db.query('delete from vault.sessions where ends_at <= $1', [now()])),
  }
}
