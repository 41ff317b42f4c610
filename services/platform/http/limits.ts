import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Call } from '@app/contracts/api/call.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import {
  RATE_LIMITS,
  type CountedBy,
  type LimitQuota,
  type Limits,
  type RateLimitName,
} from '@app/contracts/limits/rate-limits.ts'
import { SLUG } from '@app/contracts/profiles.ts'
import { REFUSALS, Refusal, tooManyLogins } from '@app/contracts/refusals.ts'
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts'
import type { Ctx } from '../ctx.ts'
import { networkOf } from './client-address.ts'
import {
  createDatabaseCounters,
  createMemoryCounters,
  type Caller,
  type Counting,
  type Taken,
  type Try,
} from './rate-counters.ts'

const PLACES_MAX = 50_000

const tooMany = (seconds: number, detail?: string): Refusal =>
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

function profileKey(profile: string): string {
  // Length first: a regular expression would read the whole name.
  const name = profile.length > LIMITS.slugCharsMax ? IMPOSSIBLE : profile.toLowerCase()
  return SLUG.test(name) || LOWER_CASE_UUID.test(name) ? name : IMPOSSIBLE
}

const countedBy = ({
  address,
  account,
  profile,
}: Caller): Readonly<Record<CountedBy, string | undefined>> => ({
  network: networkOf(address),
  account,
  profile: profile === undefined ? undefined : profileKey(profile),
})

export type CallLimits = ReturnType<typeof createCallLimits>

/** Counts calls before their work: in the database for all processes, in memory for visitors and signed-in people. */
export function createCallLimits(limits: Limits, counting: Counting) {
  const takeInMemory = createMemoryCounters(counting)
  const { take: takeInDatabase, refusedFor } = createDatabaseCounters(counting)
  const named = namedQuotas(limits)
  /** Profiles that a network has found: another one may not exist. */
  const places = new LRUCache<string, true>({ maxSize: PLACES_MAX, sizeCalculation: () => 1 })

  /** @returns settles the call, with the error of one that failed. @throws Refusal too-many */
  async function take(limit: RateLimitName, caller: Caller, response?: ServerResponse) {
    const isCounted = limit in RATE_LIMITS
    const by = countedBy(caller)
    const place = `${limit} ${by.network} ${by.profile}`
    const tries = triesOf(named.get(limit)!, caller, by, places.has(place))
    const show = (taken: readonly Shown[], back = 0): void => {
      if (isCounted && response !== undefined) setRateHeaders(response, limit, taken, back)
    }
    const refuse = (quota: LimitQuota, seconds: number): never => {
      show([{ quota, seconds, used: quota.max }])
      throw tooMany(seconds, limit === 'login' ? tooManyLogins(seconds) : undefined)
    }
    for (const one of isCounted ? tries : []) {
      const seconds = refusedFor(one)
      if (seconds !== undefined) refuse(one.quota, seconds)
    }
    const taken: Taken[] = []
    for (const one of tries) {
      const count = isCounted ? await takeInDatabase(one) : takeInMemory(one)
      if (count.isTaken) taken.push(count)
      else if (!count.isSpared) {
        await Promise.all(taken.map(({ refund }) => refund()))
        refuse(one.quota, count.seconds)
      }
    }
    show(taken)
    return async (error?: unknown): Promise<void> => {
      if (isMissed(error)) places.delete(place)
      if (error === undefined) places.set(place, true)
      const back = taken.filter(({ quota }) => quota.counts && !COUNTS[quota.counts](error))
      if (back.length === 0) return
      await Promise.all(back.map(({ refund }) => refund()))
      show(taken, 1)
    }
  }

  return { take }
}

export async function runCounted<Result>(
  counting: ReturnType<CallLimits['take']>,
  work: () => Promise<Result>,
): Promise<Result> {
  const settle = await counting
  let failure: unknown
  try {
    return await work()
  } catch (error) {
    failure = error
    throw error
  } finally {
    await settle(failure)
  }
}

type NamedQuota = Pick<Try, 'quota' | 'name'>

function namedQuotas(limits: Limits): ReadonlyMap<string, readonly NamedQuota[]> {
  const nameOf = (limit: string, { by, seconds }: LimitQuota) =>
    `${limit} by ${by.join(' and ')} in ${seconds} s`
  const entries = Object.entries(limits).map(
    ([limit, quotas]) => [limit, quotas.map((quota) => ({ quota, name: nameOf(limit, quota) }))] as const,
  )
  return new Map(entries)
}

function triesOf(
  quotas: readonly NamedQuota[],
  caller: Caller,
  counted: ReturnType<typeof countedBy>,
  isFound: boolean,
): readonly Try[] {
  const tries: Try[] = []
  for (const { quota, name } of quotas) {
    const { by, concerns, sparesUsual } = quota
    if (by.some((each) => counted[each] === undefined) || (concerns === 'unknown' && isFound)) continue
    if ((concerns === 'dated' && !caller.isDated) || (concerns === 'appends' && !caller.appends)) continue
    let key = ''
    for (const each of by) key += `${counted[each]}\n`
    // A stranger's refusal at an account is remembered for their network only, where another one may be spared.
    const refusedAs = name + key + (sparesUsual ? counted.network : '')
    tries.push({ quota, name, key, refusedAs, caller })
  }
  return tries
}

type Shown = Pick<Taken, 'quota' | 'used' | 'seconds'>

/** Headers of the IETF draft (`RateLimit`, draft 8), for the quota that ends first. */
function setRateHeaders(response: ServerResponse, name: string, taken: readonly Shown[], back: number): void {
  const left = ({ quota, used }: Shown): number => quota.max - used + back
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
  return runCounted(limits.take(limit.name, caller, response), work)
}

/** A missing page costs more, against enumeration. @param profile a slug, or what a mailed link has in its place */
export const runLimitedPage = <Result>(
  { limits, addressOf }: Pick<Ctx, 'limits' | 'addressOf'>,
  profile: string,
  response: ServerResponse,
  find: () => Promise<Result>,
): Promise<Result> => runCounted(limits.take('page', { address: addressOf(response.req), profile }), find)

const HASHED_AT_ONCE = 2
const HASHES_WAITING_MAX = 50
/** A lookup of a familiar network takes a fraction of a hash. */
const CHECKED_AT_ONCE = 10

export type Hashing = ReturnType<typeof createHashing>

/** Hashing must not delay taps. Networks of earlier sign-ins have a line of their own, which a flood cannot fill. */
export function createHashing(waitingMax = HASHES_WAITING_MAX) {
  const line = () => createConcurrencyLimiter({ atOnce: HASHED_AT_ONCE, waitingMax })
  const [familiar, others] = [line(), line()]
  const checks = createConcurrencyLimiter({ atOnce: CHECKED_AT_ONCE, waitingMax: HASHES_WAITING_MAX })
  /** @throws Refusal unavailable */
  return async <Result>(work: () => Promise<Result>, isKnown: () => Promise<boolean>): Promise<Result> =>
    ((await checks(() => isKnown().catch(() => false))) ? familiar : others)(work)
}
