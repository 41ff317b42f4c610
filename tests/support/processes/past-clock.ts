import { join } from 'node:path'

const PRELOAD = join(import.meta.dirname, '../past-clock.preload.cjs')

/** Settings under which a program believes that it runs so many days ago. */
export const daysAgo = (days: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require ${PRELOAD}`,
  CLOCK_AGO_DAYS: String(days),
})
