import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

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
