import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { CountedLimitName, Limits, Quota, RateLimit } from '@app/contracts/rate-limits.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import type { Counter, RateCounters } from '@app/vault/rate-counters.ts'
import { networkOf } from './client-address.ts'
import { tooMany, type LimitedCall, type Ticket } from './rate-ticket.ts'
import type { UsualAddresses } from './usual-addresses.ts'

export interface CountedLimitDeps {
  readonly counters: RateCounters
  /** Addresses are counted under the key of the day: nobody can tell afterwards whose they were. */
  readonly keyOfToday: () => Promise<Buffer>
  readonly usualAddresses: Pick<UsualAddresses, 'has'>
  readonly now: () => Date
}

/** What one call counts: whose it is, how many there may be, and whether those who are known go past it. */
interface Count extends Counter {
  readonly quota: Quota
  readonly sparesUsual: boolean
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
): (name: CountedLimitName, call: LimitedCall, response: ServerResponse) => Promise<Ticket> {
  return async (name, call, response) => {
    const wish: Wish = { name, limit: limits[name], call, response }
    const taken = await takeAll(deps, wish, countsOf(wish, await deps.keyOfToday()))
    say(deps, wish, taken, 0)
    return ticketOf(deps, wish, taken)
  }
}

/** Narrowest first: what one stranger's tries are held back by must not use up what all share. */
function countsOf({ name, limit, call }: Wish, key: Buffer): readonly Count[] {
  const { perAccountAndAddress, perAddress, perAccount } = limit
  const address = networkOf(call.address)
  const count = (what: string, quota: Quota | undefined, ...whose: readonly (string | undefined)[]) =>
    quota === undefined || whose.includes(undefined)
      ? []
      : [
          {
            name: `${name} by ${what}`,
            keyHash: createHmac('sha256', key).update(whose.join('\n')).digest(),
            quota,
            sparesUsual: what === 'account' && perAccountAndAddress !== undefined,
          },
        ]
  return [
    ...count('account and address', perAccountAndAddress, call.account, address),
    ...count('address', perAddress, address),
    ...count('account', perAccount, call.account),
  ]
}

/** All or none: a refused try uses up nothing. */
async function takeAll(
  deps: CountedLimitDeps,
  wish: Wish,
  counts: readonly Count[],
): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (const count of counts) {
    const { isTaken, used, windowEnd } = await deps.counters.take(count, count.quota)
    if (isTaken) taken.push({ ...count, used, windowEnd })
    else if (!count.sparesUsual || !(await isUsual(deps, wish.call))) {
      await giveBack(deps, taken)
      say(deps, wish, [{ ...count, used, windowEnd }], 0)
      throw tooMany(secondsUntil(deps, windowEnd))
    }
  }
  return taken
}

const isUsual = ({ usualAddresses }: CountedLimitDeps, { account = '', address }: LimitedCall) =>
  usualAddresses.has(account, address)

async function giveBack({ counters }: CountedLimitDeps, taken: readonly Taken[]): Promise<void> {
  for (const count of taken) await counters.giveBack(count, count.windowEnd)
}

function ticketOf(deps: CountedLimitDeps, wish: Wish, taken: readonly Taken[]): Ticket {
  const { limit } = wish
  const isGivenBack = limit.counts === 'refused'
  return {
    succeeded: async () => {
      if (!isGivenBack) return
      await giveBack(deps, taken)
      say(deps, wish, taken, 1)
    },
    failed: async (error) => {
      const isRefused = error instanceof Refusal && REFUSALS[error.code].status < 500
      if (isGivenBack && !isRefused) await giveBack(deps, taken)
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
