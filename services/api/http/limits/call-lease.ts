import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from '@app/contracts/api/call.ts'
import type { FindAccountId } from '@app/processes/accounts/find-account.ts'
import type { AccountIds } from '@app/vault/keys/keyed-ids.ts'
import { createFairLimiter, type FairLimiter } from '@app/concurrency/fair-limiter.ts'
import type { Principal } from '../access/access-control.ts'
import type { AddressOf, RateLimitLease } from './rate-limit-lease.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { UsualAddresses } from './usual-addresses.ts'
import { refusalOf } from '../errors.ts'

export interface CallLeaseDeps {
  readonly limiter: RateLimiter
  readonly addressOf: AddressOf
  readonly accountIds: AccountIds
  readonly findAccountId: FindAccountId
}

export interface ParsedCall {
  readonly call: Call
  readonly parts: { readonly params: unknown; readonly body: unknown }
  readonly principal: Principal | undefined
}

const emailOf = ({ call, parts }: ParsedCall): string | undefined => call.limit?.keyOf?.(parts).email

/** Its tries are counted by the e-mail's first id, whoever has it now: a call may be refused before anything is read. */
function countedAs({ accountIds }: CallLeaseDeps, parsed: ParsedCall): string | undefined {
  const email = emailOf(parsed)
  return parsed.principal?.accountId ?? (email === undefined ? undefined : accountIds(email))
}

async function accountOf(
  { findAccountId }: Pick<CallLeaseDeps, 'findAccountId'>,
  parsed: ParsedCall,
): Promise<string | undefined> {
  const email = emailOf(parsed)
  return parsed.principal?.accountId ?? (email === undefined ? undefined : findAccountId(email))
}

interface Http {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** @throws Refusal too-many */
export async function leaseFor(
  deps: CallLeaseDeps,
  parsed: ParsedCall,
  { request, response }: Http,
): Promise<RateLimitLease | undefined> {
  const { limit } = parsed.call
  if (limit === undefined) return undefined
  const { profile, isDated = false } = limit.keyOf?.(parsed.parts) ?? {}
  return deps.limiter.take(
    {
      limit: limit.name,
      address: deps.addressOf(request),
      account: countedAs(deps, parsed),
      findAccount: () => accountOf(deps, parsed),
      profile,
      isDated,
      appends: limit.appends === true,
    },
    response,
  )
}

/** A page that a browser requests; one that does not exist costs more, so that enumeration is useless. */
export async function limitedPage<Found>(
  { limiter, addressOf }: Pick<CallLeaseDeps, 'limiter' | 'addressOf'>,
  /** A profile's slug, or what stands in its place in a mailed link. */
  profile: string,
  { request, response }: Http,
  find: () => Promise<Found>,
): Promise<Found> {
  const page = { address: addressOf(request), account: undefined, profile, isPage: true } as const
  return withLease(await limiter.take({ limit: 'traffic', ...page }, response), find)
}

/** Does the work of a call beside the routes, and tells its outcome to its limit. */
export async function withLease<Outcome>(
  lease: RateLimitLease | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await work()
    await lease?.succeeded()
    return outcome
  } catch (error) {
    await lease?.failed(error)
    throw error
  }
}

export interface UsualAddressDeps extends Pick<CallLeaseDeps, 'findAccountId' | 'addressOf'> {
  readonly hashing: HashingLimiter
  readonly usualAddresses: UsualAddresses
}

/** Whether the account that a call's e-mail has signed in from its network before. */
export async function comesFromUsualAddress(
  deps: UsualAddressDeps,
  parsed: Omit<ParsedCall, 'principal'>,
  request: IncomingMessage,
): Promise<boolean> {
  const account = await accountOf(deps, { ...parsed, principal: undefined })
  return account !== undefined && deps.usualAddresses.has(account, deps.addressOf(request))
}

/** Keeps hashing from delaying taps, and one network's flood from delaying the others. */
type HashingLimiter = FairLimiter

export const HASHED_AT_ONCE = 2
export const HASHES_WAITING_MAX = 50

/** Log or database are unreachable: all waiting calls fail at once. */
const isForAll = (error: unknown): boolean => refusalOf(error).code === 'unavailable'

export const createHashingLimiter = (waitingMax = HASHES_WAITING_MAX): HashingLimiter =>
  createFairLimiter({ atOnce: HASHED_AT_ONCE, waitingMax, isForAll })
