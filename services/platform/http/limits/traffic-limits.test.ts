import { describe, expect, test } from 'vitest'
import { NETWORKS_OF_BLOCK, TRAFFIC_LIMITS, type Limits } from '@app/contracts/limits/rate-limits.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { testTable } from '../../../../tests/support/every.ts'
import { begin, type BegunCall } from './testing/begun-call.ts'
import { createTrafficLimit, profileKey } from './traffic-limits.ts'

const { events } = TRAFFIC_LIMITS
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

const limitAt = () => limitWith(SMALL)

function limitWith(limits: Limits['traffic']) {
  let ms = Date.parse('2026-11-18T15:00:00.000Z')
  const limit = createTrafficLimit(limits, () => ms)
  const ask = (profile: string, address = HERE, appends = false, isDated = false) =>
    begin(
      async (call, _response, work) => {
        const settle = limit(call)
        return work().then(() => settle(), settle)
      },
      { address, profile, appends, isDated },
    )
  const asked = async (profile: string, how: 'found' | Error, address = HERE): Promise<boolean> => {
    const lease = await ask(profile, address)
    if (typeof lease !== 'object') return false
    await (how === 'found' ? lease.succeeded() : lease.failed(how))
    return true
  }
  const passed = async (tries: number, ask: (n: number) => Promise<boolean>): Promise<number> => {
    let count = 0
    for (let n = 0; n < tries; n += 1) count += Number(await ask(n))
    return count
  }
  return { ask, asked, passed, advance: (by: number) => void (ms += by) }
}

describe('on one profile', () => {
  test('one address may use a full bucket, and its refill', async () => {
    const { asked, passed, ask, advance } = limitAt()
    expect(await passed(2 * traffic.burst, () => asked('camila', 'found'))).toBe(traffic.burst)
    expect(await ask('camila')).toBe(1)
    advance(1_000)
    expect(await passed(50, () => asked('camila', 'found'))).toBe(traffic.perSecond)
  })
})

describe('profiles that do not exist', () => {
  test('can be requested up to a full bucket, and then no profile is found', async () => {
    const { asked, passed, ask, advance } = limitAt()
    expect(await passed(2 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))).toBe(unknown.burst)
    expect(await ask('camila')).toBe(1)
    advance(3_000)
    expect(await passed(50, (n) => asked(`again-${n}`, MISSED))).toBe(3 * unknown.perSecond)
  })

  test('do not limit profiles found before, nor other networks', async () => {
    const { asked, passed } = limitAt()
    await asked('camila', 'found')
    await passed(2 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))
    expect(await asked('Camila', 'found')).toBe(true)
    expect(await asked('antonia', 'found', '203.0.113.2')).toBe(true)
  })

  testTable<RefusalCode>(['profile-not-found', 'visitor-not-found'])(
    'take a token also where a profile was found before, and so does a visitor who left nothing',
    async (code) => {
      const { asked, passed } = limitAt()
      await asked('camila', 'found')
      await asked('camila', new Refusal(code))
      expect(await passed(2 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))).toBe(unknown.burst - 1)
      expect(await asked('camila', 'found')).toBe(false)
    },
  )
})

test('a request that finds a profile, or fails for another reason, is refunded its token for misses', async () => {
  const { asked, passed } = limitAt()
  await passed(3 * unknown.burst, (n) => asked(`found-${n}`, 'found'))
  await passed(3 * unknown.burst, (n) => asked(`away-${n}`, new Refusal('unavailable')))
  expect(await passed(3 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))).toBe(unknown.burst)
})

test('a request that fails for another reason is refunded no token for misses that it has not taken', async () => {
  const { asked, passed } = limitAt()
  await asked('camila', 'found')
  await passed(unknown.burst, (n) => asked(`walk-${n}`, MISSED))
  expect(await asked('camila', new Refusal('unavailable'))).toBe(true)
  expect(await asked('one-more', MISSED)).toBe(false)
})

describe('a network', () => {
  test('may use a full bucket on all profiles together, and its refill', async () => {
    const { asked, passed, ask, advance } = limitAt()
    const onMany = (n: number) => asked(`profile-${n % 100}`, 'found')
    expect(await passed(2 * network.burst, onMany)).toBe(network.burst)
    expect(await ask('profile-1')).toBe(1)
    advance(1_000)
    expect(await passed(100, onMany)).toBe(network.perSecond)
    expect(await asked('profile-1', 'found', '203.0.113.2')).toBe(true)
  })
})

describe('a /48 of IPv6', () => {
  const inBlock = (n: number, block = '2001:db8:1'): string => `${block}:${n.toString(16)}::${n + 1}`

  test('may request twice as many unknown profiles as one network, from any number of networks', async () => {
    const { asked, passed, ask, advance } = limitAt()
    const walk = (n: number) => asked(`walk-${n}`, MISSED, inBlock(n % 64))
    expect(await passed(120, walk)).toBe(NETWORKS_OF_BLOCK.unknown * unknown.burst)
    expect(await ask('camila', inBlock(99))).toBe(1)
    expect(await asked('camila', 'found', inBlock(1, '2001:db8:2'))).toBe(true)
    advance(3_000)
    expect(await passed(100, walk)).toBe(3 * NETWORKS_OF_BLOCK.unknown * unknown.perSecond)
  })

  test('may do as much on one profile, and on all together, as sixteen networks', async () => {
    const [ofProfile, ofAll] = [3, 30]
    const { asked, passed } = limitWith({
      ...TRAFFIC_LIMITS,
      traffic: { ...traffic, burst: ofProfile },
      network: { ...network, burst: ofAll },
    })
    const onOne = (n: number) => asked('camila', 'found', inBlock(n % 64))
    const used = NETWORKS_OF_BLOCK.traffic * ofProfile
    expect(await passed(20 * ofProfile, onOne)).toBe(used)
    const onMany = (n: number) => asked(`profile-${n % 1_000}`, 'found', inBlock(n % 64))
    expect(await passed(20 * ofAll, onMany)).toBe(NETWORKS_OF_BLOCK.network * ofAll - used)
  })
})

test('a network may say when events happened, on all profiles, as often as a phone that was away needs to', async () => {
  const { ask, passed, advance } = limitWith({ ...TRAFFIC_LIMITS, dated: { burst: 30, perSecond: 1 } })
  const dated = async (n: number) => typeof (await ask(`profile-${n % 2}`, HERE, false, true)) === 'object'
  expect(await passed(40, dated)).toBe(30)
  expect(typeof (await ask('profile-0'))).toBe('object')
  advance(10_000)
  expect(await passed(40, dated)).toBe(10)
})

describe('the events that a network appends', () => {
  test('are refused with the seconds to wait, on whatever profile, while what appends nothing and other networks go on [LIM-2]', async () => {
    const { ask, advance } = limitWith({ ...TRAFFIC_LIMITS, events: { burst: 3, perSecond: 0.1 } })
    for (let n = 0; n < 3; n += 1) await ((await ask(`profile-${n}`, HERE, true)) as BegunCall).succeeded()
    expect(await ask('camila', HERE, true)).toBe(10)
    expect(typeof (await ask('camila', HERE))).toBe('object')
    expect(typeof (await ask('camila', '203.0.113.2', true))).toBe('object')
    advance(10_000)
    expect(typeof (await ask('camila', HERE, true))).toBe('object')
  })

  test('are those that were appended: a refused call is none', async () => {
    const { ask } = limitWith({ ...TRAFFIC_LIMITS, events: { burst: 3, perSecond: 0.1 } })
    for (let n = 0; n < 10; n += 1)
      await ((await ask('camila', HERE, true)) as BegunCall).failed(new Refusal('event-id-taken'))
    for (let n = 0; n < 3; n += 1)
      await ((await ask('camila', HERE, true)) as BegunCall).failed(new Refusal('unavailable'))
    expect(await ask('camila', HERE, true)).toBe(10)
  })

  test('are 200,000 of a network in any day, and 300 of an address on a profile in any minute [LIM-2]', () => {
    expect(events.burst + 86_400 * events.perSecond).toBe(200_000)
    expect(TRAFFIC_LIMITS.traffic.burst + 60 * TRAFFIC_LIMITS.traffic.perSecond).toBe(300)
  })
})

test('keys have one length and one spelling, and names that no profile can have share one [LIM-7]', () => {
  const keyOf = (profile: string | undefined) => profileKey(HERE, { profile })
  const id = '0199a000-0000-7000-8000-00000000000a'
  expect(new Set(['a', 'x'.repeat(15_000), id, undefined].map((name) => keyOf(name).length))).toEqual(
    new Set([44]),
  )
  expect([keyOf('Camila'), keyOf(id.toUpperCase())]).toEqual([keyOf('camila'), keyOf(id)])
  expect(profileKey(HERE, { profile: 'camila', isPage: true })).not.toBe(keyOf('camila'))
  for (const name of ['', 'x'.repeat(61), 'camila!', 'camïla', 'camila-'])
    expect(keyOf(name)).toBe(keyOf(undefined))
})
