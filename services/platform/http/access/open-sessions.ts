import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { Device } from '@app/contracts/traffic/kinds.ts'
import { UUID } from '@app/contracts/fields/text.ts'
import { createKysely, type Database } from '../../postgres/tables/database.ts'
import type { Kysely } from 'kysely'
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

const listOpen = (kysely: Kysely<Database>, accountId: string, sessionVersion: number, at: Date) =>
  kysely
    .selectFrom('vault.sessions')
    .select(['id', 'device', 'began_at as beganAt', 'seen_at as seenAt'])
    .where('account_id', '=', accountId)
    .where('session_version', '=', sessionVersion)
    .where('ends_at', '>', at)
    .orderBy('seen_at', 'desc')
    .orderBy('began_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMITS.sessionsOfAccountMax)
    .execute()

export type OpenSessions = ReturnType<typeof createOpenSessions>

/** A token is valid only while its session has a row. */
export function createOpenSessions(db: Pick<pg.Pool, 'query'>, now: () => Date) {
  const kysely = createKysely(db)
  return {
    /** Durable when it resolves. Above the limit, the session that was unused longest ends. */
    begin: async ({ id, accountId, sessionVersion, device, endsAt }: NewSession): Promise<void> => {
      const others = LIMITS.sessionsOfAccountMax - 1
      await db.query(BEGIN, [id, accountId, sessionVersion, device, now(), endsAt, others])
    },
    seenOf: async (accountId: string): Promise<Map<string, Date>> => {
      // SQL text, because each request with a token runs it.
      const { rows } = await db.query<{ id: string; seen_at: Date }>(
        'select id, seen_at from vault.sessions where account_id = $1 and ends_at > $2',
        [accountId, now()],
      )
      return new Map(rows.map(({ id, seen_at }) => [id, seen_at]))
    },
    list: (accountId: string, sessionVersion: number) => listOpen(kysely, accountId, sessionVersion, now()),
    openAmong: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await kysely
        .selectFrom('vault.sessions')
        .select('id')
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
        .where('ends_at', '>', now())
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
    markSeen: async (id: string): Promise<void> => {
      await kysely
        .updateTable('vault.sessions')
        .set((eb) => ({ seen_at: eb.fn<Date>('greatest', ['seen_at', eb.val(now())]) }))
        .where('id', '=', id)
        .execute()
    },
    end: async (accountId: string, id: string): Promise<boolean> => {
      if (!UUID.test(id)) return false
      const { numDeletedRows } = await kysely
        .deleteFrom('vault.sessions')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
    removeExpired: async (): Promise<void> => {
      await kysely.deleteFrom('vault.sessions').where('ends_at', '<=', now()).execute()
    },
  }
}
