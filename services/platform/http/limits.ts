import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Call } from '@app/contracts/api/call.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import {
  RATE_LIMITS,
  type LimitQuota,
  type Limits,
  type Quota,
  type RateLimitName,
} from '@app/contracts/limits/rate-limits.ts'
import { SLUG } from '@app/contracts/profiles.ts'
import { REFUSALS, Refusal, tooManyLogins } from '@app/contracts/refusals.ts'
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts'
import type { Ctx } from '../ctx.ts'
import { networkOf } from './client-address.ts'

interface Caller {
  readonly address: string
  /** Without a session by the e-mail's first id, whoever has it now: a call may be refused before anything is read. */
  readonly account?: string | undefined
  /** Finds the e-mail's account, where that is another one; empty without an account. */
  readonly findAccount?: () => Promise<string>
  readonly profile?: string | undefined
  /** Says when it happened. */
  readonly isDated?: boolean
  readonly appends?: boolean
}

export const tooMany = (seconds: number, detail?: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) })

const MISSES: readonly string[] = ['profile-not-found', 'visitor-not-found']
const isMissed = (error: unknown): boolean => error instanceof Refusal && MISSES.includes(error.code)

const isRefused = (error: unknown): boolean =>
  error instanceof Refusal && error.code !== 'busy' && REFUSALS[error.code].status < 500

/** Whether a call counts, by its error. Anything but a refusal may have been appended all the same. */
const COUNTS: Readonly<Record<NonNullable<LimitQuota['counts']>, (error: unknown) => boolean>> = {
  refused: isRefused,
  answered: (error) => error === undefined || isRefused(error),
  missed: isMissed,
  recorded: (error) => !isRefused(error),
}

const IMPOSSIBLE = '?'

/** A key is short for any path. */
function profileKey(profile: string): string {
  // Length first: a regular expression would read the whole name.
  const name = profile.length > LIMITS.slugCharsMax ? IMPOSSIBLE : profile.toLowerCase()
  return SLUG.test(name) || LOWER_CASE_UUID.test(name) ? name : IMPOSSIBLE
}

/** @returns undefined for a quota that does not concern the caller */
function keyOf({ by }: LimitQuota, { address, account, profile }: Caller): string | undefined {
  const parts = by.map((each) => {
    if (each === 'network') return networkOf(address)
    if (each === 'account') return account
    return profile === undefined ? undefined : profileKey(profile)
  })
  return parts.includes(undefined) ? undefined : `${parts.join('\n')}\n`
}

/** One try in its window. */
interface Taken {
  readonly isTaken: boolean
  readonly used: number
  /** Seconds until the window ends. */
  readonly seconds: number
  refund(): unknown
}

const WINDOWS_MAX = 200_000

function createMemoryCounters(monotonicMs: () => number) {
  const windows = new LRUCache<string, { readonly endsMs: number; count: number }>({ max: WINDOWS_MAX })
  return (key: string, { max, seconds }: Quota): Taken => {
    const nowMs = monotonicMs()
    let window = windows.get(key)
    if (window === undefined || window.endsMs <= nowMs) {
      window = { endsMs: nowMs + seconds * 1_000, count: 0 }
      windows.set(key, window)
    }
    const { count, endsMs } = window
    const isTaken = count < max
    if (isTaken) window.count += 1
    return {
      isTaken,
      used: window.count,
      seconds: (endsMs - nowMs) / 1_000,
      refund: () => (window.count -= 1),
    }
  }
}

const REFUSED_MAX = 10_000
/** A flood over its quota costs one query in this time, in which another process may refund a try. */
const REFUSED_MS = 1_000
const PLACES_MAX = 50_000

export type CallLimits = ReturnType<typeof createCallLimits>
type Counting = Pick<Ctx, 'counters' | 'keyOfToday' | 'usualAddresses' | 'now' | 'monotonicMs'>

/**
 * Each counts calls before it does their work: in the database for all processes, because these calls need it anyway,
 * and in memory those of visitors and of signed-in people.
 */
export function createCallLimits(limits: Limits, counting: Counting) {
  const { counters, usualAddresses, now, monotonicMs } = counting
  const inMemory = createMemoryCounters(monotonicMs)
  const refused = new LRUCache<string, { readonly endsMs: number; readonly untilMs: number }>({
    max: REFUSED_MAX,
  })
  /** Profiles that a network has found: another one may not exist. */
  const places = new LRUCache<string, true>({ max: PLACES_MAX })
  const secondsUntil = (endsMs: number): number => Math.max(0, (endsMs - now().getTime()) / 1_000)

  async function inDatabase(name: string, key: string, quota: LimitQuota): Promise<Taken> {
    const keyHash = createHmac('sha256', await counting.keyOfToday())
      .update(key)
      .digest()
    const counter = { name, keyHash }
    const { isTaken, used, windowEnd } = await counters.take(counter, quota)
    const refund = () => counters.refund(counter, windowEnd)
    return { isTaken, used, seconds: secondsUntil(windowEnd.getTime()), refund }
  }

  function quotasFor(limit: RateLimitName, caller: Caller, place: string) {
    return limits[limit].flatMap((quota) => {
      const { concerns, by, seconds, sparesUsual } = quota
      const key = keyOf(quota, caller)
      if (key === undefined || (concerns === 'unknown' && places.has(place))) return []
      if ((concerns === 'dated' && !caller.isDated) || (concerns === 'appends' && !caller.appends)) return []
      const name = `${limit} by ${by.join(' and ')} in ${seconds} s`
      // A stranger's refusal at an account is remembered for their network only, where another one may be spared.
      return [{ quota, name, key, refusedAs: name + key + (sparesUsual ? networkOf(caller.address) : '') }]
    })
  }

  /** @returns settles the call, with the error of one that failed. @throws Refusal too-many */
  async function take(limit: RateLimitName, caller: Caller, response?: ServerResponse) {
    const isCounted = limit in RATE_LIMITS
    const place = `${limit} ${networkOf(caller.address)} ${profileKey(caller.profile ?? '')}`
    const quotas = quotasFor(limit, caller, place)
    const taken: (Taken & { readonly quota: LimitQuota })[] = []
    const setHeaders = (all: Parameters<typeof setRateHeaders>[2], back = 0): void => {
      if (isCounted && response !== undefined) setRateHeaders(response, limit, all, back)
    }
    const refuse = (quota: LimitQuota, seconds: number): never => {
      setHeaders([{ quota, seconds, used: quota.max }])
      throw tooMany(seconds, limit === 'login' ? tooManyLogins(seconds) : undefined)
    }
    for (const { quota, refusedAs } of quotas) {
      const { endsMs, untilMs } = refused.get(refusedAs) ?? { endsMs: 0, untilMs: 0 }
      if (endsMs > now().getTime() && untilMs > monotonicMs()) refuse(quota, secondsUntil(endsMs))
    }
    for (const { quota, name, key, refusedAs } of quotas) {
      const one = isCounted ? await inDatabase(name, key, quota) : inMemory(name + key, quota)
      if (one.isTaken) taken.push({ ...one, quota })
      else if (
        !quota.sparesUsual ||
        !(await usualAddresses.has((await caller.findAccount?.()) ?? '', caller.address))
      ) {
        await Promise.all(taken.map(({ refund }) => refund()))
        const endsMs = Math.round(now().getTime() + one.seconds * 1_000)
        if (isCounted) refused.set(refusedAs, { endsMs, untilMs: monotonicMs() + REFUSED_MS })
        refuse(quota, one.seconds)
      }
    }
    setHeaders(taken)
    return async (error?: unknown): Promise<void> => {
      if (isMissed(error)) places.delete(place)
      if (error === undefined) places.set(place, true)
      const back = taken.filter(({ quota }) => quota.counts && !COUNTS[quota.counts](error))
      await Promise.all(back.map(({ refund }) => refund()))
      if (back.length > 0) setHeaders(taken, 1)
    }
  }

  return {
    take,
    run: async <Result>(
      limit: RateLimitName,
      caller: Caller,
      response: ServerResponse,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      const settle = await take(limit, caller, response)
      let failure: unknown
      try {
        return await work()
      } catch (error) {
        failure = error
        throw error
      } finally {
        await settle(failure)
      }
    },
  }
}

/** Headers of the IETF draft (`RateLimit`, draft 8), for the quota that ends first. */
function setRateHeaders(
  response: ServerResponse,
  name: string,
  taken: readonly { readonly quota: Quota; readonly used: number; readonly seconds: number }[],
  back: number,
): void {
  const left = ({ quota, used }: (typeof taken)[number]): number => quota.max - used + back
  const [first] = taken.toSorted((one, other) => left(one) - left(other))
  if (first === undefined || response.headersSent) return
  const { quota, seconds } = first
  response.setHeader('RateLimit-Policy', `"${name}";q=${quota.max};w=${quota.seconds}`)
  response.setHeader('RateLimit', `"${name}";r=${left(first)};t=${Math.ceil(seconds)}`)
}

interface Sent {
  readonly params: unknown
  readonly body: unknown
  readonly accountId?: string | undefined
}

/** Does a parsed call's work within its limit. */
export async function runLimited<Result>(
  { limits, addressOf, accountIds, findAccountId }: Ctx,
  { limit }: Call,
  sent: Sent,
  response: ServerResponse,
  work: () => Promise<Result>,
): Promise<Result> {
  if (limit === undefined) return work()
  const { email, ...keys } = limit.keyOf?.(sent) ?? {}
  const { accountId } = sent
  const caller = {
    ...keys,
    address: addressOf(response.req),
    account: accountId ?? (email === undefined ? undefined : accountIds(email)),
    findAccount: async () => accountId ?? (email === undefined ? '' : findAccountId(email)),
    appends: limit.appends === true,
  }
  return limits.run(limit.name, caller, response, work)
}

/**
 * A page that a browser requests; one that does not exist costs more, so that enumeration is useless.
 * @param profile a slug, or what stands in its place in a mailed link
 */
export const runLimitedPage = <Result>(
  { limits, addressOf }: Pick<Ctx, 'limits' | 'addressOf'>,
  profile: string,
  response: ServerResponse,
  find: () => Promise<Result>,
): Promise<Result> => limits.run('page', { address: addressOf(response.req), profile }, response, find)

const HASHED_AT_ONCE = 2
const HASHES_WAITING_MAX = 50
/** A lookup of a familiar network takes a fraction of a hash. */
const CHECKED_AT_ONCE = 10

export type Hashing = ReturnType<typeof createHashing>

/**
 * Keeps hashing from delaying taps. Networks from which the account signed in have a line of their own, which a flood of
 * others cannot fill.
 */
export function createHashing(waitingMax = HASHES_WAITING_MAX) {
  const line = () => createConcurrencyLimiter({ atOnce: HASHED_AT_ONCE, waitingMax })
  const [familiar, others] = [line(), line()]
  const checks = createConcurrencyLimiter({ atOnce: CHECKED_AT_ONCE, waitingMax: HASHES_WAITING_MAX })
  /** @throws Refusal unavailable */
  return async <Result>(work: () => Promise<Result>, isKnown: () => Promise<boolean>): Promise<Result> =>
    ((await checks(() => isKnown().catch(() => false))) ? familiar : others)(work)
}
