import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Call } from '@app/contracts/api/call.ts'
import {
  RATE_LIMITS,
  type CountedLimitName,
  type LimitQuota,
  type Limits,
  type RateLimitName,
} from '@app/contracts/limits/rate-limits.ts'
import { isRefused, tooMany, tooManyLogins } from '@app/contracts/refusals.ts'
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts'
import type { Ctx } from '../ctx.ts'
import { countedBy, type Caller } from './rate-counters.ts'
import { createVisitLimits } from './visit-limits.ts'

type Counting = Pick<Ctx, 'counters' | 'keyOfToday' | 'usualAddresses' | 'now' | 'monotonicMs'>

const isInDatabase = (name: RateLimitName): name is CountedLimitName => name in RATE_LIMITS

export type CallLimits = ReturnType<typeof createCallLimits>

/** Counts calls before their work: in the database for all processes, in memory for visitors and signed-in people. */
export function createCallLimits(limits: Limits, counting: Counting) {
  const takeVisit = createVisitLimits(limits, counting.monotonicMs)
  const takeCounted = createDatabaseLimits(limits, counting)
  return {
    /** @returns settles the call, with the error of one that failed. @throws Refusal too-many, at once or later */
    take: (name: RateLimitName, caller: Caller, response?: ServerResponse) =>
      isInDatabase(name) ? takeCounted(name, caller, response) : takeVisit(name, caller),
  }
}

interface Used {
  readonly quota: LimitQuota
  readonly used: number
  readonly seconds: number
}
interface Taken extends Used {
  readonly isTaken: boolean
  refund(): Promise<void>
}

const REFUSED_MAX = 10_000
/** A flood over its quota costs one query in this time, in which another process may refund a try. */
const REFUSED_MS = 1_000

function createDatabaseLimits(limits: Limits, counting: Counting) {
  const { usualAddresses, now, monotonicMs } = counting
  const refusals = new LRUCache<string, { readonly endMs: number; readonly untilMs: number }>({
    max: REFUSED_MAX,
  })
  const refundAll = (taken: readonly Taken[]) => Promise.all(taken.map(({ refund }) => refund()))

  const isSpared = async ({ sparesUsual }: LimitQuota, { findAccount, address }: Caller): Promise<boolean> =>
    sparesUsual === true && usualAddresses.has((await findAccount?.()) ?? '', address)

  return async (limit: CountedLimitName, caller: Caller, response?: ServerResponse) => {
    const refuse = (quota: LimitQuota, seconds: number): never => {
      setRateHeaders(response, limit, [{ quota, used: quota.max, seconds }])
      throw tooMany(seconds, limit === 'login' ? tooManyLogins(seconds) : undefined)
    }
    const tries = triesOf(limit, limits[limit], caller)
    for (const { quota, refusedAs } of tries) {
      const last = refusals.get(refusedAs)
      const leftMs = (last?.endMs ?? 0) - now().getTime()
      if (last && last.untilMs > monotonicMs() && leftMs > 0) refuse(quota, leftMs / 1_000)
    }
    const taken: Taken[] = []
    for (const one of tries) {
      const { quota } = one
      const outcome = await takeOne(counting, one)
      if (outcome.isTaken) taken.push(outcome)
      else if (!(await isSpared(quota, caller))) {
        const endMs = now().getTime() + outcome.seconds * 1_000
        refusals.set(one.refusedAs, { endMs, untilMs: monotonicMs() + REFUSED_MS })
        await refundAll(taken)
        refuse(quota, outcome.seconds)
      }
    }
    setRateHeaders(response, limit, taken)
    return async (error?: unknown): Promise<void> => {
      const back = taken.filter(({ quota }) => !isCounted(quota, error))
      if (back.length === 0) return
      await refundAll(back)
      setRateHeaders(response, limit, taken, 1)
    }
  }
}

async function takeOne({ counters, keyOfToday, now }: Counting, { quota, name, key }: Try): Promise<Taken> {
  const keyHash = createHmac('sha256', await keyOfToday())
    .update(key)
    .digest()
  const { isTaken, used, windowEnd } = await counters.take({ name, keyHash }, quota)
  const seconds = Math.max(0, (windowEnd.getTime() - now().getTime()) / 1_000)
  return { quota, isTaken, used, seconds, refund: () => counters.refund({ name, keyHash }, windowEnd) }
}

/** Headers of the IETF draft (`RateLimit`, draft 8), for the quota that ends first. */
function setRateHeaders(
  response: ServerResponse | undefined,
  limit: string,
  all: readonly Used[],
  back = 0,
): void {
  const left = ({ quota, used }: Used): number => quota.max - used + back
  const [first] = all.toSorted((one, other) => left(one) - left(other))
  if (first === undefined || response === undefined || response.headersSent) return
  const { quota, seconds } = first
  response.setHeader('RateLimit-Policy', `"${limit}";q=${quota.max};w=${quota.seconds}`)
  response.setHeader('RateLimit', `"${limit}";r=${left(first)};t=${Math.ceil(seconds)}`)
}

const isCounted = ({ counts }: LimitQuota, error: unknown): boolean =>
  counts === undefined || isRefused(error) || (counts === 'answered' && error === undefined)

type Try = ReturnType<typeof triesOf>[number]

function triesOf(limit: CountedLimitName, all: readonly LimitQuota[], caller: Caller) {
  const by = countedBy(caller)
  const quotas = all.filter((quota) => quota.by.every((each) => by[each] !== undefined))
  return quotas.map((quota) => {
    const name = `${limit} by ${quota.by.join(' and ')} in ${quota.seconds} s`
    const key = quota.by.map((each) => `${by[each]}\n`).join('')
    // A stranger's refusal at an account is remembered for their network only, where another one may be spared.
    return { quota, name, key, refusedAs: name + key + (quota.sparesUsual ? by.network : '') }
  })
}

export async function runCounted<Result>(
  take: () => ReturnType<CallLimits['take']>,
  work: () => Promise<Result>,
): Promise<Result> {
  const settle = await take()
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

export function runLimited<Result>(
  { limits, addressOf, accountIds, findAccountId }: Ctx,
  { limit }: Call,
  sent: { readonly params: unknown; readonly body: unknown; readonly accountId?: string | undefined },
  response: ServerResponse,
  work: () => Promise<Result>,
): Promise<Result> {
  if (limit === undefined) return work()
  const { email, profile, isDated } = limit.keyOf?.(sent) ?? {}
  const caller = {
    profile,
    isDated,
    address: addressOf(response.req),
    account: sent.accountId ?? (email === undefined ? undefined : accountIds(email)),
    findAccount: async () => sent.accountId ?? (email === undefined ? '' : findAccountId(email)),
    appends: limit.appends === true,
  }
  return runCounted(() => limits.take(limit.name, caller, response), work)
}

/** A missing page costs more, against enumeration. @param profile a slug, or what a mailed link has in its place */
export const runLimitedPage = <Result>(
  { limits, addressOf }: Pick<Ctx, 'limits' | 'addressOf'>,
  profile: string,
  response: ServerResponse,
  find: () => Promise<Result>,
): Promise<Result> =>
  runCounted(() => limits.take('page', { address: addressOf(response.req), profile }), find)

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
