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
  /** Addresses are counted under the key of the day: nobody can tell afterwards whose they were. */
  readonly keyOfToday: () => Promise<Buffer>
  readonly usualAddresses: Pick<UsualAddresses, 'has'>
  readonly now: () => Date
  readonly monotonicMs: () => number
}

const NETWORKS_OF_BLOCK = 16

interface State extends CountedLimitDeps {
  readonly refusals: KnownRefusals
}

/** What one call counts: whose it is, how many there may be, and whether those who are known go past it. */
interface Count extends Counter {
  readonly quota: Quota
  readonly sparesUsual: boolean
  /** As whom it is known to be refused: of a counter that spares some, this account at this address. */
  readonly refusedAs: string
}

interface Taken extends Count {
  readonly used: number
  readonly windowEnd: Date
}

interface Wish {
  readonly name: CountedLimitName
  readonly limit: RateLimit
  readonly call: LimitedCall
  readonly response: ServerResponse
}

/** The limits that all processes share, counted in the database. Without it these calls could not be answered anyway. */
export function createCountedLimit(
  limits: Limits['counted'],
  deps: CountedLimitDeps,
): (name: CountedLimitName, call: LimitedCall, response: ServerResponse) => Promise<RateLimitLease> {
  const state: State = { ...deps, refusals: createKnownRefusals(deps) }
  return async (name, call, response) => {
    const wish: Wish = { name, limit: limits[name], call, response }
    const counts = countsOf(wish, await deps.keyOfToday())
    refuseKnown(state, wish, counts)
    const taken = await takeAll(state, wish, counts)
    say(state, wish, taken, 0)
    return leaseOf(state, wish, taken)
  }
}

/** Narrowest first: what one stranger's tries are held back by must not use up what all share. */
function countsOf({ name, limit, call }: Wish, key: Buffer): readonly Count[] {
  const { perAccountAndAddress, perAddress, perAccount } = limit
  const address = networkOf(call.address)
  const hashOf = (whose: readonly (string | undefined)[]): Buffer =>
    createHmac('sha256', key).update(whose.join('\n')).digest()
  const count = (what: string, quota: Quota | undefined, ...whose: readonly (string | undefined)[]) => {
    if (quota === undefined || whose.includes(undefined)) return []
    const sparesUsual = what === 'account' && perAccountAndAddress !== undefined
    const keyHash = hashOf(whose)
    const refused = sparesUsual ? hashOf([...whose, address]) : keyHash
    const refusedAs = `${name} by ${what} ${refused.toString('base64')}`
    return [{ name: `${name} by ${what}`, keyHash, quota, sparesUsual, refusedAs }]
  }
  return [
    ...count('account and address', perAccountAndAddress, call.account, address),
    ...count('address', perAddress, address),
    ...count('block', ofBlock(perAddress), blockOf(call.address)),
    ...count('account', perAccount, call.account),
  ]
}

const blockOf = (address: string): string | undefined =>
  address.includes(':') ? networkBlockOf(address) : undefined

/** Whoever has a /48 of IPv6 has 65,536 networks, and counts as a few of them. */
const ofBlock = ({ max, seconds }: Quota): Quota => ({ max: max * NETWORKS_OF_BLOCK, seconds })

/** Without asking the database: before anything is counted that would have to be given back. */
function refuseKnown(state: State, wish: Wish, counts: readonly Count[]): void {
  for (const count of counts) {
    const windowEnd = state.refusals.find(count.refusedAs)
    if (windowEnd !== undefined) throw refusalOf(state, wish, count, windowEnd)
  }
}

function refusalOf(state: State, wish: Wish, count: Count, windowEnd: Date): Refusal {
  say(state, wish, [{ ...count, used: count.quota.max, windowEnd }], 0)
  return tooMany(secondsUntil(state, windowEnd))
}

/** All or none: a refused try uses up nothing. */
async function takeAll(state: State, wish: Wish, counts: readonly Count[]): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (const count of counts) {
    const { isTaken, used, windowEnd } = await state.counters.take(count, count.quota)
    if (isTaken) taken.push({ ...count, used, windowEnd })
    else if (!count.sparesUsual || !(await isUsual(state, wish.call))) {
      await refund(state, taken)
      state.refusals.add(count.refusedAs, windowEnd)
      throw refusalOf(state, wish, count, windowEnd)
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

function leaseOf(state: State, wish: Wish, taken: readonly Taken[]): RateLimitLease {
  const { limit } = wish
  const isGivenBack = limit.counts === 'refused'
  return {
    succeeded: async () => {
      if (!isGivenBack) return
      await refund(state, taken)
      say(state, wish, taken, 1)
    },
    failed: async (error) => {
      const isRefused = error instanceof Refusal && REFUSALS[error.code].status < 500
      if (isGivenBack && !isRefused) await refund(state, taken)
    },
  }
}

const secondsUntil = ({ now }: CountedLimitDeps, end: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now().getTime()) / 1_000))

/** What is left of the quota that ends first, in the headers of the IETF's draft (`RateLimit`, eighth). */
function say(deps: CountedLimitDeps, { name, response }: Wish, counts: readonly Taken[], back: number): void {
  const left = ({ quota, used }: Taken): number => quota.max - used
  const [first] = [...counts].sort((one, other) => left(one) - left(other))
  if (first === undefined || response.headersSent) return
  const { quota, windowEnd } = first
  response.setHeader('RateLimit-Policy', `"${name}";q=${quota.max};w=${quota.seconds}`)
  response.setHeader('RateLimit', `"${name}";r=${left(first) + back};t=${secondsUntil(deps, windowEnd)}`)
}
