import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { CountedLimitName, Limits, RateLimit, Quota } from '@app/contracts/limits/rate-limits.ts'
import { REFUSALS, Refusal, tooManyLogins } from '@app/contracts/refusals.ts'
import type { RateCounters, RateCounter } from '@app/vault/logins/rate-counters.ts'
import { createHmac } from 'node:crypto'
import { tooMany, type LimitedCall, type RateLimitLease } from './rate-limit-lease.ts'
import type { UsualAddresses } from './usual-addresses.ts'
import { networkBlockOf, networkOf } from '../client-address.ts'

export interface CountedLimitDeps {
  readonly counters: RateCounters
  /** Addresses are hashed under the key of the day, and anonymous once it is destroyed. */
  readonly keyOfToday: () => Promise<Buffer>
  readonly usualAddresses: Pick<UsualAddresses, 'has'>
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/** A known refusal is as old at most: another process may refund meanwhile. */
const KNOWN_MS_MAX = 1_000
const KNOWN_MAX = 10_000

interface State extends CountedLimitDeps {
  /** Window ends of full counters: a flood over its quota costs one query a second, not one a call. */
  readonly refusals: LRUCache<string, Date>
}

interface Taken extends Count {
  readonly used: number
  readonly windowEnd: Date
}

interface CountedCall {
  readonly name: CountedLimitName
  readonly limit: RateLimit
  readonly call: LimitedCall
  readonly response: ServerResponse
}

export interface CountedLimit {
  take(name: CountedLimitName, call: LimitedCall, response: ServerResponse): Promise<RateLimitLease>
  /** For an owner who has proven at this address to own the account: former failures no longer count. */
  admitAgain(
    name: CountedLimitName,
    call: { readonly account: string; readonly address: string },
  ): Promise<void>
}

/** Counted in the database, for all processes; these calls need it anyway. */
export function createCountedLimit(limits: Limits['counted'], deps: CountedLimitDeps): CountedLimit {
  const refusals = new LRUCache<string, Date>({
    max: KNOWN_MAX,
    // An entry is stale when it is older than the ttl, not when it is as old.
    ttl: KNOWN_MS_MAX - 1,
    // Reads the clock each time; by default a timer decides when.
    ttlResolution: 0,
    perf: { now: deps.monotonicMs },
  })
  const state: State = { ...deps, refusals }
  return {
    take: async (name, call, response) => {
      const counted: CountedCall = { name, limit: limits[name], call, response }
      const counts = countsOf(counted, await deps.keyOfToday())
      refuseKnown(state, counted, counts)
      const taken = await takeAll(state, counted, counts)
      setLimitHeaders(state, counted, taken, 0)
      return leaseOf(state, counted, taken)
    },
    admitAgain: async (name, { account, address }) => {
      const call = { account, address, profile: undefined }
      for (const count of countsOf({ name, limit: limits[name], call }, await deps.keyOfToday())) {
        if (count.by === 'account and address') await deps.counters.clear(count)
        refusals.delete(count.refusedAs)
      }
    },
  }
}

/** Before any query, and before anything is counted that would need a refund. */
function refuseKnown(state: State, counted: CountedCall, counts: readonly Count[]): void {
  for (const count of counts) {
    const windowEnd = state.refusals.get(count.refusedAs)
    if (windowEnd !== undefined && windowEnd > state.now()) throw refusalOf(state, counted, count, windowEnd)
  }
}

function refusalOf(state: State, counted: CountedCall, count: Count, windowEnd: Date): Refusal {
  setLimitHeaders(state, counted, [{ ...count, used: count.quota.max, windowEnd }], 0)
  const seconds = secondsUntil(state, windowEnd)
  return tooMany(seconds, counted.name === 'login' ? tooManyLogins(seconds) : undefined)
}

/** All or none. */
async function takeAll(
  state: State,
  counted: CountedCall,
  counts: readonly Count[],
): Promise<readonly Taken[]> {
  const all: Taken[] = []
  for (const count of counts) {
    const { isTaken, used, windowEnd } = await state.counters.take(count, count.quota)
    if (isTaken) all.push({ ...count, used, windowEnd })
    else if (!count.exemptsUsual || !(await isUsual(state, counted.call))) {
      await refund(state, all)
      state.refusals.set(count.refusedAs, windowEnd)
      throw refusalOf(state, counted, count, windowEnd)
    }
  }
  return all
}

const isUsual = async (
  { usualAddresses }: CountedLimitDeps,
  { account, findAccount = async () => account, address }: LimitedCall,
) => usualAddresses.has((await findAccount()) ?? '', address)

async function refund({ counters, refusals }: State, taken: readonly Taken[]): Promise<void> {
  await Promise.all(taken.map((count) => counters.refund(count, count.windowEnd)))
  for (const { refusedAs } of taken) refusals.delete(refusedAs)
}

function leaseOf(state: State, counted: CountedCall, taken: readonly Taken[]): RateLimitLease {
  const { counts } = counted.limit
  return {
    succeeded: async () => {
      if (counts !== 'refused') return
      await refund(state, taken)
      setLimitHeaders(state, counted, taken, 1)
    },
    failed: async (error) => {
      const code = error instanceof Refusal && error.code !== 'busy' ? error.code : 'unexpected'
      const isRefused = REFUSALS[code].status < 500
      if (counts !== 'every' && !isRefused) await refund(state, taken)
    },
  }
}

const secondsUntil = ({ now }: CountedLimitDeps, end: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now().getTime()) / 1_000))

/** Headers of the IETF draft (`RateLimit`, draft 8), for the quota that ends first. */
function setLimitHeaders(
  deps: CountedLimitDeps,
  { name, response }: CountedCall,
  counts: readonly Taken[],
  refunded: number,
): void {
  const left = ({ quota, used }: Taken): number => quota.max - used
  const [first] = [...counts].sort((one, other) => left(one) - left(other))
  if (first === undefined || response.headersSent) return
  const { quota, windowEnd } = first
  response.setHeader('RateLimit-Policy', `"${name}";q=${quota.max};w=${quota.seconds}`)
  response.setHeader('RateLimit', `"${name}";r=${left(first) + refunded};t=${secondsUntil(deps, windowEnd)}`)
}

const NETWORKS_OF_BLOCK = 16

type Scope = 'account and address' | 'address' | 'block' | 'day of block' | 'account' | 'profile'

interface Count extends RateCounter {
  readonly by: Scope
  readonly quota: Quota
  readonly exemptsUsual: boolean
  /** If usual addresses are exempt, a known refusal applies to this account at this address only. */
  readonly refusedAs: string
}

type Whose = readonly (string | undefined)[]

/** Narrowest first: a stranger's refused tries must not use up the common quota. */
function countsOf(
  {
    name,
    limit,
    call,
  }: {
    readonly name: CountedLimitName
    readonly limit: RateLimit
    readonly call: Pick<LimitedCall, 'account' | 'address' | 'profile'>
  },
  key: Buffer,
): readonly Count[] {
  const { perAccountAndAddress, perAddress, perBlock, perAccount, perProfile } = limit
  const address = networkOf(call.address)
  const hashOf = (whose: Whose): Buffer => createHmac('sha256', key).update(whose.join('\n')).digest()
  const count = (by: Scope, quota: Quota | undefined, ...whose: Whose): readonly Count[] => {
    if (quota === undefined || whose.includes(undefined)) return []
    const exemptsUsual = by === 'account' && perAccountAndAddress !== undefined
    const keyHash = hashOf(whose)
    const refused = exemptsUsual ? hashOf([...whose, address]) : keyHash
    const refusedAs = `${name} by ${by} ${refused.toString('base64')}`
    return [{ name: `${name} by ${by}`, by, keyHash, quota, exemptsUsual, refusedAs }]
  }
  return [
    ...count('account and address', perAccountAndAddress, call.account, address),
    ...count('address', perAddress, address),
    ...count('block', ofBlock(perAddress), blockOf(call.address)),
    ...count('day of block', perBlock, networkBlockOf(call.address)),
    ...count('account', perAccount, call.account),
    ...count('profile', perProfile, call.profile),
  ]
}

const blockOf = (address: string): string | undefined =>
  address.includes(':') ? networkBlockOf(address) : undefined

/** A /48 of IPv6 has 65,536 networks, but the quota of NETWORKS_OF_BLOCK. */
const ofBlock = ({ max, seconds }: Quota): Quota => ({ max: max * NETWORKS_OF_BLOCK, seconds })
