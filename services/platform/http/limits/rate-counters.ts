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

const REMOVED_AT_ONCE = 1_000

/** A window that ends too late began before the clock was set back: it is over. Clocks may differ by a minute. */
const IS_OVER = `(counter.window_end <= $4 or counter.window_end > $3::timestamptz + interval '1 minute')`

/** One statement, so that two concurrent tries cannot both take the last unit. */
const TAKE = `
  with taken as (
    insert into vault.rate_counters as counter (name, key_hash, window_end, count) values ($1, $2, $3, 1)
    on conflict (name, key_hash) do update set
      count = case when ${IS_OVER} then 1 else counter.count + 1 end,
      window_end = case when ${IS_OVER} or $6 then excluded.window_end else counter.window_end end
    where ${IS_OVER} or counter.count < $5
    returning count, window_end
  )
  select true as "isTaken", count as used, window_end as "windowEnd" from taken
  union all
  select false, $5, window_end from vault.rate_counters
  where name = $1 and key_hash = $2 and not exists (select from taken)`

const REFUND = `
  update vault.rate_counters set count = count - 1
  where name = $1 and key_hash = $2 and window_end = $3 and count > 0`

const OPEN = `select from vault.rate_counters where name = $1 and key_hash = $2 and window_end > $3`

/** The outer condition spares a counter whose window began anew meanwhile. */
const REMOVE = `
  delete from vault.rate_counters
  where window_end <= $1 and (name, key_hash) in (
    select name, key_hash from vault.rate_counters where window_end <= $1 limit $2
  )`

export type RateCounters = ReturnType<typeof createRateCounters>

/** All processes share them. A window begins with its first try. */
export function createRateCounters(db: pg.Pool, now: () => Date) {
  const after = (seconds: number): Date => new Date(now().getTime() + seconds * 1_000)
  return {
    take: async (counter: RateCounter, { max, seconds, slides = false }: Quota): Promise<Counted> => {
      const { name, keyHash } = counter
      const values = [name, keyHash, after(seconds), now(), max, slides]
      const { rows } = await db.query<Counted>(TAKE, values)
      // Without a row, a concurrent call has just begun the window and filled it.
      return rows[0] ?? { isTaken: false, used: max, windowEnd: now() }
    },
    /** Does nothing in another window. */
    refund: async ({ name, keyHash }: RateCounter, windowEnd: Date): Promise<void> =>
      void (await db.query(REFUND, [name, keyHash, windowEnd])),
    /** Whether a window of it lasts. */
    isOpen: async ({ name, keyHash }: RateCounter): Promise<boolean> =>
      (await db.query(OPEN, [name, keyHash, now()])).rowCount === 1,
    forgetOld: async (): Promise<void> => {
      for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE;)
        removed = (await db.query(REMOVE, [now(), REMOVED_AT_ONCE])).rowCount ?? 0
    },
  }
}
