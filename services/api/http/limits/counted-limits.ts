import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { CountedLimitName, Limits, Quota, RateLimit } from '@app/contracts/rate-limits.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import type { Counter, RateCounters } from '@app/vault/logins/rate-counters.ts'
import { networkOf } from '../client-address.ts'
import { networkBlockOf } from './network-block.ts'
import { createKnownRefusals, type KnownRefusals } from './limit-refusals.ts'
import { tooMany, type LimitedCall, type RateLimitLease } from './rate-limit-lease.ts'
import type { UsualAddresses } from './usual-addresses.ts'

export interface CountedLimitDeps {
  readonly counters: RateCounters
  /** Addresses are hashed under the key of the day, and anonymous once it is destroyed. */
  readonly keyOfToday: () => Promise<Buffer>
  readonly usualAddresses: Pick<UsualAddresses, 'has'>
  readonly now: () => Date
  readonly monotonicMs: () => number
}

const NETWORKS_OF_BLOCK = 16

interface State extends CountedLimitDeps {
  readonly refusals: KnownRefusals
}

interface Count extends Counter {
  readonly quota: Quota
  readonly exemptsUsual: boolean
  /** Where usual addresses are exempt, a known refusal holds for this account at this address only. */
  readonly refusedAs: string
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

/** Counted in the database, for all processes; these calls need it anyway. */
export function createCountedLimit(
  limits: Limits['counted'],
  deps: CountedLimitDeps,
): (name: CountedLimitName, call: LimitedCall, response: ServerResponse) => Promise<RateLimitLease> {
  const state: State = { ...deps, refusals: createKnownRefusals(deps) }
  return async (name, call, response) => {
    const counted: CountedCall = { name, limit: limits[name], call, response }
    const counts = countsOf(counted, await deps.keyOfToday())
    refuseKnown(state, counted, counts)
    const taken = await takeAll(state, counted, counts)
    setLimitHeaders(state, counted, taken, 0)
    return leaseOf(state, counted, taken)
  }
}

/** Narrowest first: a stranger's refused tries must not use up what all share. */
function countsOf({ name, limit, call }: CountedCall, key: Buffer): readonly Count[] {
  const { perAccountAndAddress, perAddress, perAccount, perProfile } = limit
  const address = networkOf(call.address)
  const hashOf = (whose: readonly (string | undefined)[]): Buffer =>
    createHmac('sha256', key).update(whose.join('\n')).digest()
  const count = (what: string, quota: Quota | undefined, ...whose: readonly (string | undefined)[]) => {
    if (quota === undefined || whose.includes(undefined)) return []
    const exemptsUsual = what === 'account' && perAccountAndAddress !== undefined
    const keyHash = hashOf(whose)
    const refused = exemptsUsual ? hashOf([...whose, address]) : keyHash
    const refusedAs = `${name} by ${what} ${refused.toString('base64')}`
    return [{ name: `${name} by ${what}`, keyHash, quota, exemptsUsual, refusedAs }]
  }
  return [
    ...count('account and address', perAccountAndAddress, call.account, address),
    ...count('address', perAddress, address),
    ...count('block', ofBlock(perAddress), blockOf(call.address)),
    ...count('account', perAccount, call.account),
    ...count('profile', perProfile, call.profile),
  ]
}

const blockOf = (address: string): string | undefined =>
  address.includes(':') ? networkBlockOf(address) : undefined

/** A /48 of IPv6 has 65,536 networks, but the quota of NETWORKS_OF_BLOCK. */
const ofBlock = ({ max, seconds }: Quota): Quota => ({ max: max * NETWORKS_OF_BLOCK, seconds })

/** Before any query, and before anything is counted that would need a refund. */
function refuseKnown(state: State, counted: CountedCall, counts: readonly Count[]): void {
  for (const count of counts) {
    const windowEnd = state.refusals.find(count.refusedAs)
    if (windowEnd !== undefined) throw refusalOf(state, counted, count, windowEnd)
  }
}

function refusalOf(state: State, counted: CountedCall, count: Count, windowEnd: Date): Refusal {
  setLimitHeaders(state, counted, [{ ...count, used: count.quota.max, windowEnd }], 0)
  return tooMany(secondsUntil(state, windowEnd))
}

async function takeAll(
  state: State,
  counted: CountedCall,
  counts: readonly Count[],
): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (const count of counts) {
    const { isTaken, used, windowEnd } = await state.counters.take(count, count.quota)
    if (isTaken) taken.push({ ...count, used, windowEnd })
    else if (!count.exemptsUsual || !(await isUsual(state, counted.call))) {
      await refund(state, taken)
      state.refusals.add(count.refusedAs, windowEnd)
      throw refusalOf(state, counted, count, windowEnd)
    }
  }
  return taken
}

const isUsual = ({ usualAddresses }: CountedLimitDeps, { account = '', address }: LimitedCall) =>
  usualAddresses.has(account, address)

async function refund({ counters, refusals }: State, taken: readonly Taken[]): Promise<void> {
  await Promise.all(taken.map((count) => counters.refund(count, count.windowEnd)))
  for (const { refusedAs } of taken) refusals.forget(refusedAs)
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
      const isRefused = error instanceof Refusal && REFUSALS[error.code].status < 500
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
