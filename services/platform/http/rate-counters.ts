import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { accountStream } from '@app/contracts/accounts.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { USUAL_ADDRESSES, type CountedBy, type Quota } from '@app/contracts/limits/rate-limits.ts'
import { SLUG } from '@app/contracts/profiles.ts'
import type { SubjectKeys } from '../../kernel/keys/subject-keys.ts'
import { networkOf } from './client-address.ts'

export interface Caller {
  readonly address: string
  /** Without a session by the e-mail's first id, even if another account has it now: a call may be refused before anything is read. */
  readonly account?: string | undefined
  /** Finds the e-mail's account, where that is another one; empty without an account. */
  readonly findAccount?: () => Promise<string>
  readonly profile?: string | undefined
  readonly isDated?: boolean | undefined
  readonly appends?: boolean
}

const IMPOSSIBLE = '?'

function profileKey(profile: string): string {
  // Length first: a regular expression would read the whole name.
  const name = profile.length > LIMITS.slugCharsMax ? IMPOSSIBLE : profile.toLowerCase()
  return SLUG.test(name) || LOWER_CASE_UUID.test(name) ? name : IMPOSSIBLE
}

export const countedBy = ({
  address,
  account,
  profile,
}: Caller): Readonly<Record<CountedBy, string | undefined>> => ({
  network: networkOf(address),
  account,
  profile: profile === undefined ? undefined : profileKey(profile),
})

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
