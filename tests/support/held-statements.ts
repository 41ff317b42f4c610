import { withConnection } from '@app/postgres/connection.ts'

/** Statements of the product, blocked in its database so that a kill hits the middle of their operation. */

export interface Aim {
  /** The operation at that moment, for people. */
  readonly at: string
  readonly table: string
  readonly on: 'insert' | 'update'
  /** Which rows. */
  readonly when: string
  /** The server lives on and executes it, and the sender gets no answer; otherwise it is killed as well. */
  readonly isDone: boolean
  /** Beginnings of paths: a person with such a call at that moment leaves for ever, all others try again. */
  readonly leaving: readonly string[]
}

const CREATIONS = ['/api/auth/activate', '/api/profiles/create']

const BEFORE_ITS_EVENT: Aim = {
  at: 'a password',
  table: 'vault.credentials',
  on: 'insert',
  when: 'true',
  isDone: false,
  leaving: ['/api/auth/register'],
}
const BETWEEN_PLACE_AND_PROFILE: Aim = {
  at: 'a profile',
  table: 'vault.subject_keys',
  on: 'insert',
  when: "new.subject like 'profile-%'",
  isDone: false,
  leaving: CREATIONS,
}
const BEFORE_ITS_ANSWER: Aim = {
  at: 'an answer',
  table: 'vault.kept_answers',
  on: 'update',
  when: "new.state = 'done' and new.status = 200",
  isDone: false,
  leaving: [],
}
const PICTURE: Aim = {
  at: 'a picture',
  table: 'vault.image_uses',
  on: 'insert',
  when: 'true',
  isDone: false,
  leaving: ['/api/upload/'],
}
/** Where the log is in Postgres. */
export const eventOf = (type: string, leaving: readonly string[]): Aim => ({
  at: type,
  table: 'log.events',
  on: 'insert',
  when: `new.type = '${type}'`,
  isDone: true,
  leaving,
})

const IN_THE_VAULT = [BEFORE_ITS_EVENT, BETWEEN_PLACE_AND_PROFILE, BEFORE_ITS_ANSWER]
/** In turn; a log elsewhere cannot be blocked. */
export const AIMS = {
  postgres: [
    ...IN_THE_VAULT,
    eventOf('CodeRedeemed', CREATIONS),
    eventOf('AccountRegistered', []),
    eventOf('SlugClaimed', CREATIONS),
    PICTURE,
    eventOf('ProfileCreated', []),
    eventOf('ProfileImageSet', []),
  ],
  eventstoredb: [...IN_THE_VAULT, PICTURE],
} as const

const HELD_MS = 500

export const hold = (databaseUrl: string, { table, on, when }: Aim): Promise<void> =>
  change(
    databaseUrl,
    `create or replace function hold_statement() returns trigger language plpgsql as
       'begin perform pg_sleep(${HELD_MS / 1_000}); return new; end';
     create trigger hold_statement before ${on} on ${table} for each row when (${when})
       execute function hold_statement()`,
  )

const HELD_UNTIL_KILLED_S = 60

/** Held until this server is killed: the next one executes them. */
export const holdUntilKilled = (
  databaseUrl: string,
  aims: readonly Pick<Aim, 'table' | 'on' | 'when'>[],
): Promise<void> =>
  withConnection(databaseUrl, async (client) => {
    await client.query(`
      create table held_by as select pg_postmaster_start_time() as server;
      grant select on held_by to public;
      create function hold_until_killed() returns trigger language plpgsql as
        'begin
           if pg_postmaster_start_time() = (select server from public.held_by)
             then perform pg_sleep(${HELD_UNTIL_KILLED_S}); end if;
           return new;
         end'`)
    for (const [n, { table, on, when }] of aims.entries())
      await client.query(`create trigger hold_until_killed_${n} before ${on} on ${table} for each row
        when (${when}) execute function hold_until_killed()`)
  })

export const heldCount = (databaseUrl: string): Promise<number> =>
  withConnection(databaseUrl, async (client) => (await client.query(HELD)).rowCount ?? 0)

export const letGo = (databaseUrl: string, { table }: Aim): Promise<void> =>
  change(databaseUrl, `drop trigger hold_statement on ${table}`)

const HELD = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"

export const isHeld = async (databaseUrl: string): Promise<boolean> => (await heldCount(databaseUrl)) !== 0

const change = (databaseUrl: string, text: string): Promise<void> =>
  withConnection(databaseUrl, async (client) => void (await client.query(text)))

const LATER_MS = 30_000

/** Calls under an Idempotency-Key that had begun until then are taken over at once: their half minute is over. */
export const ageKeys = (databaseUrl: string, until: Date): Promise<void> =>
  withConnection(databaseUrl, async (client) => {
    await client.query(
      `update vault.kept_answers set since = since - $1 * interval '1 ms' where state = 'running' and since < $2`,
      [LATER_MS, until],
    )
  })
