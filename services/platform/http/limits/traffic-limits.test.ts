import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NETWORKS_OF_BLOCK, TRAFFIC_LIMITS, type Limits } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { withChanges } from '../../settings/rate-limits-setting.ts'
import { createCallLimits } from './call-limits.ts'
import { createTokenBuckets } from './token-buckets.ts'
import { createTrafficLimit, profileKey } from './traffic-limits.ts'
import type { Ctx } from '../../ctx.ts'

function bucketsAt({ burst = 3, perSecond = 0.5, max = 1_000 } = {}) {
  let ms = 1_000_000
  const buckets = createTokenBuckets({ burst, perSecond }, { monotonicMs: () => ms, max })
  const take = (key: string): number => buckets(key).take()
  return {
    take,
    takeMany: (key: string, tries: number) => Array.from({ length: tries }, () => take(key)),
    refund: (key: string) => buckets(key).refund(),
    size: buckets.size,
    advance: (by: number) => void (ms += by),
  }
}

test('a bucket is full at first, answers how long to wait once it is empty, and takes refunds up to its burst', () => {
  const { takeMany, advance, take, refund } = bucketsAt()
  expect(takeMany('a', 5)).toEqual([0, 0, 0, 2, 2])
  advance(1_500)
  expect(take('a')).toBe(1)
  advance(500)
  expect(takeMany('a', 2)).toEqual([0, 2])
  refund('a')
  expect(takeMany('a', 2)).toEqual([0, 2])
  for (let n = 0; n < 9; n += 1) refund('a')
  expect(takeMany('a', 4)).toEqual([0, 0, 0, 2])
  refund('never seen')
  expect(take('never seen')).toBe(0)
})

test('the least recently used bucket gives way, and full ones as others are used, which changes no answer', () => {
  const few = bucketsAt({ max: 2 })
  few.takeMany('a', 4)
  few.takeMany('b', 4)
  expect(few.take('a')).toBe(2)
  few.take('c')
  expect([few.take('a'), few.take('b')]).toEqual([2, 0])
  const { takeMany, advance, take, size } = bucketsAt()
  for (let n = 0; n < 100; n += 1) takeMany(`early ${n}`, 3)
  advance(5_999)
  take('late')
  expect(size()).toBe(101)
  advance(1)
  takeMany('late', 10)
  expect(size()).toBe(1)
  expect(takeMany('early 1', 4)).toEqual([0, 0, 0, 2])
})

test('no stretch of time lets more through than the burst and what flows in meanwhile', () => {
  const tries = fc.array(fc.nat({ max: 3_000 }), { minLength: 1, maxLength: 120 })
  const bursts = fc.integer({ min: 1, max: 9 })
  fc.assert(
    fc.property(tries, bursts, fc.integer({ min: 1, max: 5 }), (gaps, burst, perSecond) => {
      const { take, advance } = bucketsAt({ burst, perSecond })
      let atMs = 0
      const passed: number[] = []
      for (const gap of gaps) {
        advance(gap)
        atMs += gap
        if (take('a') === 0) passed.push(atMs)
      }
      passed.forEach((from, first) =>
        passed.slice(first).forEach((to, more) => {
          expect(more + 1).toBeLessThanOrEqual(burst + (perSecond * (to - from)) / 1_000 + 1e-6)
        }),
      )
    }),
    { seed: Number(process.env.TEST_SEED) },
  )
})

/** The product's refills, with buckets that few requests fill. */
const SMALL = {
  ...TRAFFIC_LIMITS,
  traffic: { ...TRAFFIC_LIMITS.traffic, burst: 20 },
  unknown: { ...TRAFFIC_LIMITS.unknown, burst: 20 },
  network: { ...TRAFFIC_LIMITS.network, burst: 200 },
}
const { traffic, unknown, network } = SMALL
const HERE = '203.0.113.1'
const MISSED = new Refusal('profile-not-found')
type Call = Parameters<ReturnType<typeof createTrafficLimit>>[0]

function limitWith(changed: Partial<Limits['traffic']> = {}) {
  let ms = 1_000_000
  const limit = createTrafficLimit({ ...SMALL, ...changed }, () => ms)
  /** @returns the seconds to wait, or 0 for a call that went on and ended so */
  function ask(profile: string, error?: Error, call: Partial<Call> = {}): number {
    try {
      limit({ address: HERE, profile, ...call })(error)
      return 0
    } catch (refusal) {
      return (refusal as Refusal).retryAfterSeconds!
    }
  }
  const passed = (tries: number, askOne: (n: number) => number): number =>
    Array.from({ length: tries }, (_none, n) => askOne(n)).filter((wait) => wait === 0).length
  return { ask, passed, advance: (by: number) => void (ms += by) }
}
const inBlock = (n: number, block = '2001:db8:1') => ({ address: `${block}:${n.toString(16)}::${n + 1}` })
const ELSEWHERE = { address: '203.0.113.2' }

test('one address may use a full bucket on a profile, a network one on all together, and their refills', () => {
  const { ask, passed, advance } = limitWith()
  expect(passed(2 * traffic.burst, () => ask('camila'))).toBe(traffic.burst)
  expect(ask('camila')).toBe(1)
  advance(1_000)
  expect(passed(50, () => ask('camila'))).toBe(traffic.perSecond)
  const all = limitWith()
  const onMany = (n: number) => all.ask(`profile-${n % 100}`)
  expect(all.passed(2 * network.burst, onMany)).toBe(network.burst)
  expect(all.ask('profile-1')).toBe(1)
  all.advance(1_000)
  expect(all.passed(100, onMany)).toBe(network.perSecond)
  expect(all.ask('profile-1', undefined, ELSEWHERE)).toBe(0)
})

test('profiles that do not exist can be requested up to a full bucket, and then none but those found before', () => {
  const { ask, passed, advance } = limitWith()
  ask('antonia')
  expect(passed(2 * unknown.burst, (n) => ask(`walk-${n}`, MISSED))).toBe(unknown.burst)
  expect([ask('camila'), ask('Antonia'), ask('camila', undefined, ELSEWHERE)]).toEqual([1, 0, 0])
  advance(3_000)
  expect(passed(50, (n) => ask(`again-${n}`, MISSED))).toBe(3 * unknown.perSecond)
})

test('a request that finds a profile, or fails for another reason, gets back the token for misses that it has taken', () => {
  const { ask, passed } = limitWith()
  passed(3 * unknown.burst, (n) => ask(`found-${n}`))
  passed(3 * unknown.burst, (n) => ask(`away-${n}`, new Refusal('unavailable')))
  expect(passed(3 * unknown.burst, (n) => ask(`walk-${n}`, MISSED))).toBe(unknown.burst)
  expect(ask('found-1', new Refusal('unavailable'))).toBe(0)
  expect(ask('one-more', MISSED)).toBe(1)
})

test('a /48 of IPv6 may do as much as two networks on unknown profiles, and as sixteen on known ones', () => {
  const { ask, passed, advance } = limitWith()
  const walk = (n: number) => ask(`walk-${n}`, MISSED, inBlock(n % 64))
  expect(passed(120, walk)).toBe(NETWORKS_OF_BLOCK.unknown * unknown.burst)
  expect(ask('camila', undefined, inBlock(99))).toBe(1)
  expect(ask('camila', undefined, inBlock(1, '2001:db8:2'))).toBe(0)
  advance(3_000)
  expect(passed(100, walk)).toBe(3 * NETWORKS_OF_BLOCK.unknown * unknown.perSecond)
  const known = limitWith({
    unknown: TRAFFIC_LIMITS.unknown,
    traffic: { ...traffic, burst: 3 },
    network: { ...network, burst: 30 },
  })
  const onOne = (n: number) => known.ask('camila', undefined, inBlock(n % 64))
  expect(known.passed(60, onOne)).toBe(NETWORKS_OF_BLOCK.traffic * 3)
  const onMany = (n: number) => known.ask(`profile-${n}`, undefined, inBlock(n % 64))
  expect(known.passed(600, onMany)).toBe(NETWORKS_OF_BLOCK.network * 30 - NETWORKS_OF_BLOCK.traffic * 3)
})

const APPENDS = { appends: true }

test('events that a network appends are refused with the seconds to wait, while what appends nothing and other networks go on [LIM-2]', () => {
  const { ask, advance } = limitWith({ events: { burst: 3, perSecond: 0.1 } })
  for (let n = 0; n < 10; n += 1) expect(ask('camila', new Refusal('event-id-taken'), APPENDS)).toBe(0)
  ask('profile-1', undefined, APPENDS)
  for (let n = 0; n < 2; n += 1) ask('camila', new Refusal('unavailable'), APPENDS)
  expect([ask('camila', undefined, APPENDS), ask('camila')]).toEqual([10, 0])
  expect(ask('camila', undefined, { ...APPENDS, ...ELSEWHERE })).toBe(0)
  advance(10_000)
  expect(ask('camila', undefined, APPENDS)).toBe(0)
})

test('events of a network are 200,000 in any day, and of an address on a profile 300 in any minute [LIM-2]', () => {
  const { events, traffic: onProfile } = TRAFFIC_LIMITS
  expect(events.burst + 86_400 * events.perSecond).toBe(200_000)
  expect(onProfile.burst + 60 * onProfile.perSecond).toBe(300)
})

test('a signed-in reader is refused with the seconds to wait, and all accounts of an address by a wider limit', async () => {
  let ms = 1_000_000
  const deps = { monotonicMs: () => ms } as Pick<
    Ctx,
    'counters' | 'keyOfToday' | 'usualAddresses' | 'now' | 'monotonicMs'
  >
  const signedIn = { 'signed-in': { max: 12, per: 2 }, 'signed-in-address': { max: 16, per: 16 } }
  const { run } = createCallLimits(withChanges(signedIn), deps)
  const passed = async (tries: number, account: string, address = HERE): Promise<number> => {
    const call = { address, account, findAccount: async () => account }
    const asked = Array.from({ length: tries }, () => run('signed-in', call, {} as never, async () => 0))
    const waits = await Promise.all(
      asked.map((one) => one.catch((refusal: Refusal) => refusal.retryAfterSeconds)),
    )
    for (const wait of waits) expect([0, 1]).toContain(wait)
    return waits.filter((wait) => wait === 0).length
  }
  expect(await passed(20, 'ana')).toBe(12)
  expect(await passed(12, 'ana', ELSEWHERE.address)).toBe(12)
  expect(await passed(12, 'berta')).toBe(4)
  ms += 1_000
  // What the wider limit refused used up nothing of the account's own.
  expect([await passed(12, 'ana'), await passed(12, 'berta')]).toEqual([2, 10])
})

test('keys are short and have one spelling, and names that no profile can have share one [LIM-7]', () => {
  const keyOf = (profile: string | undefined) => profileKey(HERE, { profile })
  const id = '0199a000-0000-7000-8000-00000000000a'
  const longest = `${HERE} profile ${'x'.repeat(60)}`
  for (const name of ['x'.repeat(60), 'x'.repeat(15_000), id, undefined])
    expect(keyOf(name).length).toBeLessThanOrEqual(longest.length)
  expect([keyOf('Camila'), keyOf(id.toUpperCase())]).toEqual([keyOf('camila'), keyOf(id)])
  expect(profileKey(HERE, { profile: 'camila', isPage: true })).not.toBe(keyOf('camila'))
  for (const name of ['', 'x'.repeat(61), 'camila!', 'camïla', 'camila-'])
    expect(keyOf(name)).toBe(keyOf(undefined))
})
