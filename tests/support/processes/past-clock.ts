import { join } from 'node:path'
import { withConnection } from '@app/postgres/connection.ts'

const PRELOAD = join(import.meta.dirname, '../past-clock.preload.cjs')

/** Settings under which a program believes that it runs so many days ago. */
export const daysAgo = (days: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require ${PRELOAD}`,
  CLOCK_AGO_DAYS: String(days),
})

/** As the operator does by `ops retention`: otherwise the next pass follows a leap by a day an hour. */
export const believeNextClock = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, async (client) => void (await client.query('delete from retention.clock')))
