import { describe, expect, test } from 'vitest'
import { NETWORKS_OF_BLOCK, TRAFFIC_LIMITS, type Limits } from '@app/contracts/limits/rate-limits.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { testTable } from '../../../../tests/support/every.ts'
import { begin, type BegunCall } from './testing/begun-call.ts'
import { createTrafficLimit } from './traffic-limits.ts'

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
  const ask = (profile: string, address = HERE, appends = false) =>
    begin(
      async (call, _response, work) => {
        const settle = limit(call)
        return work().then(() => settle(), settle)
      },
      { address, profile, appends },
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

  test('another address, and the same on another profile, have buckets of their own', async () => {
    const { asked, passed } = limitAt()
    await passed(traffic.burst, () => asked('camila', 'found'))
    expect(await asked('camila', 'found')).toBe(false)
    expect(await asked('camila', 'found', '203.0.113.2')).toBe(true)
    expect(await asked('antonia', 'found')).toBe(true)
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

  test('are limited alike when they are requested all at once', async () => {
    const { ask } = limitAt()
    const tickets = await Promise.all(
      Array.from({ length: 2 * unknown.burst }, (_none, n) => ask(`walk-${n}`)),
    )
    expect(tickets.filter((lease) => typeof lease === 'object')).toHaveLength(unknown.burst)
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

  test('is refunded the tokens of the profile and for misses when it is refused on all', async () => {
    const { asked, passed, advance } = limitAt()
    await passed(network.burst, (n) => asked(`profile-${n % 100}`, 'found'))
    await passed(50, () => asked('one', MISSED))
    advance(60_000)
    expect(await passed(2 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))).toBe(unknown.burst)
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

  test('leaves profiles that a network of it found before open to that network', async () => {
    const { asked, passed } = limitAt()
    await asked('camila', 'found', inBlock(500))
    await passed(120, (n) => asked(`walk-${n}`, MISSED, inBlock(n % 64)))
    expect(await asked('camila', 'found', inBlock(500))).toBe(true)
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
    for (let n = 0; n < 10; n += 1) {
      const lease = await ask('camila', HERE, true)
      if (typeof lease === 'object') await lease.failed(new Refusal('event-id-taken'))
    }
    for (let n = 0; n < 3; n += 1) {
      const lease = await ask('camila', HERE, true)
      if (typeof lease === 'object') await lease.failed(new Refusal('unavailable'))
    }
    expect(await ask('camila', HERE, true)).toBe(10)
  })

  test('are 200,000 of a network in any day, and 300 of an address on a profile in any minute [LIM-2]', () => {
    expect(events.burst + 86_400 * events.perSecond).toBe(200_000)
    expect(TRAFFIC_LIMITS.traffic.burst + 60 * TRAFFIC_LIMITS.traffic.perSecond).toBe(300)
  })
})
