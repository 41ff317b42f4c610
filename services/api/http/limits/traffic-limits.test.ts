import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { TRAFFIC_LIMITS } from '@app/contracts/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { createTrafficLimit } from './traffic-limits.ts'

const { traffic, unknown, network, presence } = TRAFFIC_LIMITS
const MIB = 1024 * 1024
/** What is in use once everything is collected that nobody needs. */
function heapMeter(): () => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return () => {
    collect()
    return process.memoryUsage().heapUsed
  }
}

const HERE = '203.0.113.1'
const MISSED = new Refusal('profile-not-found')

function limitAt() {
  let ms = Date.parse('2026-11-18T15:00:00.000Z')
  const limit = createTrafficLimit(TRAFFIC_LIMITS, () => ms)
  /** Seconds to wait, or what may be told how the call went. */
  const ask = (profile: string, address = HERE) => {
    try {
      return limit.take({ address, profile })
    } catch (error) {
      if (error instanceof Refusal) return error.retryAfterSeconds
      throw error
    }
  }
  const asked = async (profile: string, how: 'found' | Error, address = HERE): Promise<boolean> => {
    const lease = ask(profile, address)
    if (typeof lease !== 'object') return false
    await (how === 'found' ? lease.succeeded() : lease.failed(how))
    return true
  }
  const passed = async (tries: number, ask: (n: number) => Promise<boolean>): Promise<number> => {
    let count = 0
    for (let n = 0; n < tries; n += 1) count += Number(await ask(n))
    return count
  }
  return { limit, ask, asked, passed, advance: (by: number) => void (ms += by) }
}

describe('on one profile', () => {
  test('one address may do as much as a bucket holds, and what flows in', async () => {
    const { asked, passed, ask, advance } = limitAt()
    expect(await passed(2 * traffic.burst, () => asked('camila', 'found'))).toBe(traffic.burst)
    expect(ask('camila')).toBe(1)
    advance(1_000)
    expect(await passed(50, () => asked('camila', 'found'))).toBe(traffic.perSecond)
  })

  test('a profile has one bucket however its name is written', async () => {
    const { asked, passed } = limitAt()
    const spellings = ['camila', 'Camila', 'CAMILA']
    expect(await passed(2 * traffic.burst, (n) => asked(spellings[n % 3]!, 'found'))).toBe(traffic.burst)
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
  test('can be requested as often as a bucket holds, and then no profile is found', async () => {
    const { asked, passed, ask, advance } = limitAt()
    expect(await passed(2 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))).toBe(unknown.burst)
    expect(ask('camila')).toBe(1)
    advance(3_000)
    expect(await passed(50, (n) => asked(`again-${n}`, MISSED))).toBe(3 * unknown.perSecond)
  })

  test('are limited alike when they are requested all at once', () => {
    const { ask } = limitAt()
    const tickets = Array.from({ length: 2 * unknown.burst }, (_none, n) => ask(`walk-${n}`))
    expect(tickets.filter((lease) => typeof lease === 'object')).toHaveLength(unknown.burst)
  })

  test('do not limit profiles found before, nor other networks', async () => {
    const { asked, passed } = limitAt()
    await asked('camila', 'found')
    await passed(2 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))
    expect(await asked('Camila', 'found')).toBe(true)
    expect(await asked('antonia', 'found', '203.0.113.2')).toBe(true)
  })

  test('take a token also where a profile was found before', async () => {
    const { asked, passed } = limitAt()
    await asked('camila', 'found')
    await asked('camila', MISSED)
    expect(await passed(2 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))).toBe(unknown.burst - 1)
    expect(await asked('camila', 'found')).toBe(false)
  })
})

test('a visitor who left nothing costs a token for misses, also on a profile found before', async () => {
  const { asked, passed } = limitAt()
  await asked('camila', 'found')
  const guess = () => asked('camila', new Refusal('visitor-not-found'))
  expect(await passed(2 * unknown.burst, guess)).toBe(traffic.burst - 1)
  await passed(unknown.burst - traffic.burst + 1, (n) => asked(`walk-${n}`, MISSED))
  expect(await asked('antonia', 'found')).toBe(false)
})

test('a request that finds a profile, or fails for another reason, is refunded its token for misses', async () => {
  const { asked, passed } = limitAt()
  await passed(3 * unknown.burst, (n) => asked(`found-${n}`, 'found'))
  await passed(3 * unknown.burst, (n) => asked(`away-${n}`, new Refusal('unavailable')))
  expect(await passed(3 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))).toBe(unknown.burst)
})

describe('a network', () => {
  test('may do as much as its bucket holds on all profiles together, and what flows in', async () => {
    const { asked, passed, ask, advance } = limitAt()
    const onMany = (n: number) => asked(`profile-${n % 100}`, 'found')
    expect(await passed(2 * network.burst, onMany)).toBe(network.burst)
    expect(ask('profile-1')).toBe(1)
    advance(1_000)
    expect(await passed(100, onMany)).toBe(network.perSecond)
    expect(await asked('profile-1', 'found', '203.0.113.2')).toBe(true)
  })

  test('is refunded the tokens of the profile and for misses when it is refused on all', async () => {
    const { asked, passed, advance } = limitAt()
    await passed(network.burst, (n) => asked(`profile-${n % 100}`, 'found'))
    await passed(500, () => asked('one', MISSED))
    advance(60_000)
    expect(await passed(2 * unknown.burst, (n) => asked(`walk-${n}`, MISSED))).toBe(unknown.burst)
  })
})

test('open pages of a network have a bucket of their own, and cost no click', async () => {
  const { limit, asked, passed, advance } = limitAt()
  const said = async () => {
    try {
      await limit.presence({ address: HERE }).succeeded()
      return true
    } catch {
      return false
    }
  }
  expect(await passed(2 * presence.burst, said)).toBe(presence.burst)
  expect(await passed(2 * traffic.burst, () => asked('camila', 'found'))).toBe(traffic.burst)
  advance(1_000)
  expect(await passed(2 * presence.burst, said)).toBe(presence.perSecond)
})

describe('a requested name', () => {
  test('takes no memory by its length', async () => {
    const { ask } = limitAt()
    const heapBytes = heapMeter()
    const before = heapBytes()
    for (let n = 0; n < 19_000; n += 1) ask(`${n}-${'x'.repeat(15_000)}`, `203.0.113.${n % 100}`)
    expect(heapBytes() - before).toBeLessThan(10 * MIB)
  })

  test('shares one bucket with all names that no profile can have', async () => {
    const { asked, passed } = limitAt()
    const impossible = (n: number) => asked(`-${n}`, 'found')
    expect(await passed(2 * traffic.burst, impossible)).toBe(traffic.burst)
  })
})
