import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { withConnection } from '@app/services/platform/postgres/connection.ts'

const LOOK_EVERY_MS = 5
/** Locks of rows and keys alike, of all roles. */
const WAITING = `
  select from pg_locks join pg_stat_activity using (pid)
  where not granted and datname = current_database()`

/**
 * Resolves once this many statements in the database wait for a lock, or once `work` has settled.
 * @returns whether they wait
 */
export async function waitsForLock(
  db: Pick<pg.Pool, 'query'>,
  work: Promise<unknown>,
  statements = 1,
): Promise<boolean> {
  let isSettled = false
  const settle = (): void => {
    isSettled = true
  }
  work.then(settle, settle)
  while (!isSettled) {
    if (((await db.query(WAITING)).rowCount ?? 0) >= statements) return true
    await pause(LOOK_EVERY_MS)
  }
  return false
}

/** Begins a transaction that keeps what a statement locks, until it is ended or the test is over. */
export async function hold(db: Pick<pg.Pool, 'connect'>, statement: string, values?: unknown[]) {
  const client = await db.connect()
  await client.query('begin')
  await client.query(statement, values)
  let ended: Promise<void> | undefined
  const end = (how: string): Promise<void> => (ended ??= client.query(how).then(() => client.release()))
  onTestFinished(() => end('rollback'))
  return { commit: () => end('commit'), rollback: () => end('rollback') }
}

const change = (databaseUrl: string, text: string): Promise<void> =>
  withConnection(databaseUrl, async (client) => void (await client.query(text)))

/**
 * Delays every checkpoint a moment, so that whatever happens while events are projected happens in the middle of a
 * transaction: rows that were written before their checkpoint would be found in that state.
 */
export const holdCheckpoints = (databaseUrl: string, ms: number): Promise<void> =>
  change(
    databaseUrl,
    `create function hold_back() returns trigger language plpgsql as
       'begin perform pg_sleep(${ms / 1_000}); return new; end';
     create trigger hold_back before update on kernel.checkpoints for each row execute function hold_back()`,
  )

export const letCheckpointsGo = (databaseUrl: string): Promise<void> =>
  change(databaseUrl, 'drop trigger hold_back on kernel.checkpoints')
