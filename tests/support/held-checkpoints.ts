import { setTimeout as pause } from 'node:timers/promises'
import { withConnection } from '@app/postgres/connection.ts'

const LOOK_EVERY_MS = 5
const HELD_MS_MAX = 10_000

const change = (databaseUrl: string, text: string): Promise<void> =>
  withConnection(databaseUrl, async (client) => void (await client.query(text)))

/**
 * Holds every checkpoint back a moment, so that whatever happens while events are projected happens in the middle of a
 * transaction: rows that were written before their checkpoint would be found in that state.
 */
export const holdCheckpoints = (databaseUrl: string, ms: number): Promise<void> =>
  change(
    databaseUrl,
    `create function hold_back() returns trigger language plpgsql as
       'begin perform pg_sleep(${ms / 1_000}); return new; end';
     create trigger hold_back before update on projection.builds for each row execute function hold_back()`,
  )

export const letCheckpointsGo = (databaseUrl: string): Promise<void> =>
  change(databaseUrl, 'drop trigger hold_back on projection.builds')

/** Resolves while a checkpoint is held. */
export const untilHeld = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, async (client) => {
    const held = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
    for (let waited = 0; waited < HELD_MS_MAX; waited += LOOK_EVERY_MS) {
      if ((await client.query(held)).rowCount) return
      await pause(LOOK_EVERY_MS)
    }
    throw new Error('no checkpoint was held')
  })
