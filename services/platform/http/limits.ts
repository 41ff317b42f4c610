import type { ServerResponse } from 'node:http'
import type { Call } from '@app/contracts/api/call.ts'
import {
  RATE_LIMITS,
  type CountedLimitName,
  type Limits,
  type RateLimitName,
} from '@app/contracts/limits/rate-limits.ts'
import { createCountedLimits } from './counted-limits.ts'
import { createMemoryLimits, type Caller } from './memory-limits.ts'
import type { Ctx } from '../ctx.ts'
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts'

export type CallLimits = ReturnType<typeof createCallLimits>

/** Each counts calls before it does their work. @throws Refusal too-many, with the seconds to wait */
export function createCallLimits(limits: Limits, counting: Parameters<typeof createCountedLimits>[1]) {
  const counted = createCountedLimits(limits, counting)
  const { take, takeTraffic } = createMemoryLimits(limits, counting.monotonicMs)
  return {
    takeTraffic,
    run: async <Result>(
      name: RateLimitName,
      caller: Caller,
      response: ServerResponse,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      if (isCounted(name)) return counted(name, caller, response, work)
      if (name !== 'traffic') {
        take(caller, [name])
        return work()
      }
      const settle = takeTraffic(caller)
      try {
        const result = await work()
        settle()
        return result
      } catch (error) {
        settle(error)
        throw error
      }
    },
  }
}

const isCounted = (name: RateLimitName): name is CountedLimitName => name in RATE_LIMITS

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
): Promise<Result> =>
  limits.run('traffic', { address: addressOf(response.req), profile, isPage: true }, response, find)

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
