import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { accountStream } from '@app/contracts/accounts.ts'
import { USUAL_ADDRESSES, type LimitQuota, type Quota } from '@app/contracts/limits/rate-limits.ts'
import type { SubjectKeys } from '../../kernel/keys/subject-keys.ts'
import type { Ctx } from '../ctx.ts'
import { networkOf } from './client-address.ts'

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

/** A window that ends too late began before the clock was set back: it is over. Clocks may differ by a minute. */
const IS_OVER = `(counter.window_end <= $4 or counter.window_end > $3::timestamptz + interval '1 minute')`

/** One statement decides and counts, so that two concurrent tries cannot both take the last unit. */
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

export type RateCounters = ReturnType<typeof createRateCounters>

/** All processes share them. A window begins with its first try. */
export function createRateCounters(db: pg.Pool, now: () => Date) {
  return {
    take: async (
      { name, keyHash }: RateCounter,
      { max, seconds, slides = false }: Quota,
    ): Promise<Counted> => {
      const windowEnd = new Date(now().getTime() + seconds * 1_000)
      const { rows } = await db.query<Counted>(TAKE, [name, keyHash, windowEnd, now(), max, slides])
      // Without a row, a concurrent call has just begun the window and filled it.
      return rows[0] ?? { isTaken: false, used: max, windowEnd: now() }
    },
    /** Does nothing in another window. */
    refund: async ({ name, keyHash }: RateCounter, windowEnd: Date): Promise<void> =>
      void (await db.query(REFUND, [name, keyHash, windowEnd])),
    isOpen: async ({ name, keyHash }: RateCounter): Promise<boolean> =>
      (await db.query(OPEN, [name, keyHash, now()])).rowCount === 1,
    forgetOld: async (): Promise<void> =>
      void (await db.query('delete from vault.rate_counters where window_end <= $1', [now()])),
  }
}

const NO_KEY = Buffer.alloc(32)

export type UsualAddresses = ReturnType<typeof createUsualAddresses>

/** Networks from which an account signed in within 30 days: tries from elsewhere do not limit it there. */
export function createUsualAddresses(
  counters: Pick<RateCounters, 'isOpen' | 'take'>,
  keys: Pick<SubjectKeys, 'forReading'>,
) {
  /** Hashed under the subject's key: erasing the account makes its networks unreadable. */
  async function markOf(accountId: string, address: string) {
    const subject = accountStream(accountId)
    const key = (await keys.forReading([subject], { frozen: true })).get(subject)
    const hmac = createHmac('sha256', key ?? NO_KEY).update(`${subject}\n${networkOf(address)}`)
    return { name: 'usual address', keyHash: hmac.digest(), isAccount: key !== undefined }
  }
  return {
    /** Takes equally long for accounts that do not exist. */
    has: async (accountId: string, address: string): Promise<boolean> => {
      const mark = await markOf(accountId, address)
      return (await counters.isOpen(mark)) && mark.isAccount
    },
    add: async (accountId: string, address: string): Promise<void> => {
      const mark = await markOf(accountId, address)
      if (mark.isAccount) await counters.take(mark, USUAL_ADDRESSES)
    },
  }
}

export interface Caller {
  readonly address: string
  /** Without a session by the e-mail's first id, whoever has it now: a call may be refused before anything is read. */
  readonly account?: string | undefined
  /** Finds the e-mail's account, where that is another one; empty without an account. */
  readonly findAccount?: () => Promise<string>
  readonly profile?: string | undefined
  readonly isDated?: boolean
  readonly appends?: boolean
}

export interface Try {
  readonly quota: LimitQuota
  readonly name: string
  readonly key: string
  readonly refusedAs: string
  readonly caller: Caller
}

export interface Taken {
  readonly quota: LimitQuota
  readonly used: number
  readonly seconds: number
  refund(): unknown
}

interface Counts extends Taken {
  readonly isTaken: boolean
  readonly isSpared?: boolean
}

export type Counting = Pick<Ctx, 'counters' | 'keyOfToday' | 'usualAddresses' | 'now' | 'monotonicMs'>

/** As a size: a `max` would make room for all of them at each start. */
const WINDOWS = { maxSize: 200_000, sizeCalculation: () => 1 }

export function createMemoryCounters({ monotonicMs }: Pick<Counting, 'monotonicMs'>) {
  const windows = new LRUCache<string, { readonly endsMs: number; count: number }>(WINDOWS)
  return ({ quota, name, key }: Try): Counts => {
    const nowMs = monotonicMs()
    let window = windows.get(name + key)
    if (window === undefined || window.endsMs <= nowMs) {
      window = { endsMs: nowMs + quota.seconds * 1_000, count: 0 }
      windows.set(name + key, window)
    }
    const open = window
    const isTaken = open.count < quota.max
    if (isTaken) open.count += 1
    const seconds = (open.endsMs - nowMs) / 1_000
    return { quota, isTaken, used: open.count, seconds, refund: () => (open.count -= 1) }
  }
}

const REFUSED_MAX = 10_000
/** A flood over its quota costs one query in this time, in which another process may refund a try. */
const REFUSED_MS = 1_000

export function createDatabaseCounters(counting: Counting) {
  const { counters, usualAddresses, now, monotonicMs } = counting
  const refused = new LRUCache<string, { readonly end: Date; readonly untilMs: number }>({ max: REFUSED_MAX })
  const secondsUntil = (end: Date): number => Math.max(0, (end.getTime() - now().getTime()) / 1_000)
  return {
    /** Seconds to wait after a refusal of a moment ago. */
    refusedFor: ({ refusedAs }: Try): number | undefined => {
      const last = refused.get(refusedAs)
      return last && last.untilMs > monotonicMs() && last.end > now() ? secondsUntil(last.end) : undefined
    },
    take: async ({ quota, name, key, refusedAs, caller }: Try): Promise<Counts> => {
      const keyHash = createHmac('sha256', await counting.keyOfToday())
        .update(key)
        .digest()
      const counter = { name, keyHash }
      const { isTaken, used, windowEnd: end } = await counters.take(counter, quota)
      const isSpared =
        !isTaken &&
        quota.sparesUsual === true &&
        (await usualAddresses.has((await caller.findAccount?.()) ?? '', caller.address))
      if (!isTaken && !isSpared) refused.set(refusedAs, { end, untilMs: monotonicMs() + REFUSED_MS })
      const refund = () => counters.refund(counter, end)
      return { quota, isTaken, isSpared, used, seconds: secondsUntil(end), refund }
    },
  }
}
