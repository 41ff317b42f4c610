import type { Quota } from '@app/contracts/limits/rate-limits.ts'
import type pg from 'pg'

/** `keyHash` is a keyed hash of the person or address that is counted. */
export interface RateCounter {
  readonly name: string
  readonly keyHash: Buffer
}

interface Counted {
  readonly isTaken: boolean
  readonly used: number
  readonly windowEnd: Date
}

/** All processes share them. A window begins with its first try. */
export interface RateCounters {
  take(counter: RateCounter, quota: Quota): Promise<Counted>
  /** Does nothing in another window. */
  refund(counter: RateCounter, windowEnd: Date): Promise<void>
  /** Its window begins anew with the next try. */
  clear(counter: RateCounter): Promise<void>
  mark(counter: RateCounter, seconds: number): Promise<void>
  markedUntil(counter: RateCounter): Promise<Date | undefined>
  forgetOld(): Promise<void>
}

const REMOVED_AT_ONCE = 1_000

/** A window that ends too late began before the clock was set back: it is over. Clocks may differ by a minute. */
const IS_OVER = `(counter.window_end <= $4 or counter.window_end > $3::timestamptz + interval '1 minute')`

const TAKE = `
  insert into vault.rate_counters as counter (name, key_hash, window_end, count) values ($1, $2, $3, 1)
  on conflict (name, key_hash) do update set
    count = case when ${IS_OVER} then 1 else counter.count + 1 end,
    window_end = case when ${IS_OVER} or $6 then excluded.window_end else counter.window_end end
  where ${IS_OVER} or counter.count < $5
  returning count, window_end`

const REMOVE = `
  delete from vault.rate_counters
  where window_end <= $1 and (name, key_hash) in (
    select name, key_hash from vault.rate_counters where window_end <= $1 limit $2
  )`

export function createRateCounters(db: pg.Pool, now: () => Date): RateCounters {
  return {
    take: (counter, quota) => takeUnit(db, now, counter, quota),
    refund: async ({ name, keyHash }, windowEnd) => {
      await db.query(
        'update vault.rate_counters set count = count - 1 where name = $1 and key_hash = $2 and window_end = $3 and count > 0',
        [name, keyHash, windowEnd],
      )
    },
    clear: async ({ name, keyHash }) => {
      await db.query('delete from vault.rate_counters where name = $1 and key_hash = $2', [name, keyHash])
    },
    mark: async ({ name, keyHash }, seconds) => {
      await db.query(
        `insert into vault.rate_counters (name, key_hash, window_end, count) values ($1, $2, $3, 0)
         on conflict (name, key_hash) do update set window_end = excluded.window_end`,
        [name, keyHash, secondsAfter(now(), seconds)],
      )
    },
    markedUntil: async ({ name, keyHash }) => {
      const { rows } = await db.query<{ window_end: Date }>(
        'select window_end from vault.rate_counters where name = $1 and key_hash = $2 and window_end > $3',
        [name, keyHash, now()],
      )
      return rows[0]?.window_end
    },
    forgetOld: async () => {
      // The outer condition spares a counter whose window began anew meanwhile.
      for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE;)
        removed = (await db.query(REMOVE, [now(), REMOVED_AT_ONCE])).rowCount ?? 0
    },
  }
}

const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000)

/** One statement, so that two concurrent tries cannot both take the last unit. */
async function takeUnit(
  db: pg.Pool,
  now: () => Date,
  { name, keyHash }: RateCounter,
  { max, seconds, slides = false }: Quota,
): Promise<Counted> {
  const at = now()
  const { rows } = await db.query<{ count: number; window_end: Date }>(TAKE, [
    name,
    keyHash,
    secondsAfter(at, seconds),
    at,
    max,
    slides,
  ])
  const [taken] = rows
  if (taken !== undefined) return { isTaken: true, used: taken.count, windowEnd: taken.window_end }
  const full = await db.query<{ window_end: Date }>(
    'select window_end from vault.rate_counters where name = $1 and key_hash = $2',
    [name, keyHash],
  )
  return { isTaken: false, used: max, windowEnd: full.rows[0]?.window_end ?? now() }
}
