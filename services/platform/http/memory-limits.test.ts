import { expect, test } from 'vitest'
import {
  MEMORY_LIMITS,
  NETWORKS_OF_BLOCK,
  RATE_LIMITS,
  type Limits,
} from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { createMemoryLimits } from './memory-limits.ts'

/** The product's windows, which few requests fill. */
const lowered = <Name extends keyof typeof MEMORY_LIMITS>(name: Name, max: number) => ({
  [name]: MEMORY_LIMITS[name].map((quota) => ({ ...quota, max })),
})
const [OF_PROFILE, UNKNOWN, OF_NETWORK] = [20, 20, 200]
const SMALL = {
  ...RATE_LIMITS,
  ...MEMORY_LIMITS,
  ...lowered('traffic', OF_PROFILE),
  ...lowered('unknown', UNKNOWN),
  ...lowered('network', OF_NETWORK),
}
const HERE = '203.0.113.1'
const ELSEWHERE = { address: '203.0.113.2' }
const MISSED = new Refusal('profile-not-found')
type Caller = Parameters<ReturnType<typeof createMemoryLimits>['takeTraffic']>[0]

function limitsWith(changed: Partial<Limits> = {}) {
  let ms = 1_000_000
  const { take, takeTraffic } = createMemoryLimits({ ...SMALL, ...changed }, () => ms)
  /** @returns the seconds to wait, or 0 for a call that went on */
  function waitOf(call: () => void): number {
    try {
      call()
      return 0
    } catch (refusal) {
      return (refusal as Refusal).retryAfterSeconds!
    }
  }
  return {
    visit: (profile: string, error?: Error, caller: Partial<Caller> = {}) =>
      waitOf(() => takeTraffic({ address: HERE, profile, ...caller })(error)),
    read: (account: string, address = HERE) => waitOf(() => take({ address, account }, ['signed-in'])),
    advance: (by: number) => void (ms += by),
  }
}
const passed = (tries: number, visit: (n: number) => number): number =>
  Array.from({ length: tries }, (_none, n) => visit(n)).filter((wait) => wait === 0).length
const inBlock = (n: number, block = '2001:db8:1') => ({ address: `${block}:${n.toString(16)}::${n + 1}` })

test('one address may fill its window on a profile, and a network one on all, until they end', () => {
  const { visit, advance } = limitsWith()
  expect(passed(2 * OF_PROFILE, () => visit('camila'))).toBe(OF_PROFILE)
  advance(59_000)
  expect([visit('camila'), visit('camila', undefined, ELSEWHERE)]).toEqual([1, 0])
  expect(visit('camila', undefined, { isPage: true })).toBe(0)
  advance(1_000)
  expect(passed(2 * OF_PROFILE, () => visit('Camila'))).toBe(OF_PROFILE)
  const all = limitsWith()
  const onMany = (n: number) => all.visit(`profile-${n % 100}`)
  expect(passed(2 * OF_NETWORK, onMany)).toBe(OF_NETWORK)
  expect([all.visit('profile-1'), all.visit('profile-1', undefined, ELSEWHERE)]).toEqual([60, 0])
})

test('profiles that do not exist can be requested so often, and then none but those found before', () => {
  const { visit, advance } = limitsWith()
  visit('antonia')
  expect(passed(2 * UNKNOWN, (n) => visit(`walk-${n}`, MISSED))).toBe(UNKNOWN)
  expect([visit('camila'), visit('Antonia'), visit('camila', undefined, ELSEWHERE)]).toEqual([200, 0, 0])
  advance(200_000)
  expect(passed(2 * UNKNOWN, (n) => visit(`again-${n}`, MISSED))).toBe(UNKNOWN)
})

test('a request that finds a profile, or fails for another reason, does not count as a miss', () => {
  const { visit } = limitsWith()
  passed(3 * UNKNOWN, (n) => visit(`found-${n}`))
  passed(3 * UNKNOWN, (n) => visit(`away-${n}`, new Refusal('unavailable')))
  expect(passed(3 * UNKNOWN, (n) => visit(`walk-${n}`, MISSED))).toBe(UNKNOWN)
  expect(visit('found-1', MISSED)).toBe(0)
  // Once missed, it is an unknown one again.
  expect(visit('found-1')).toBe(200)
})

test('a /48 of IPv6 may do as much as two networks on unknown profiles, and as sixteen on known ones', () => {
  const { visit } = limitsWith()
  expect(passed(120, (n) => visit(`walk-${n}`, MISSED, inBlock(n % 64)))).toBe(2 * UNKNOWN)
  expect(visit('camila', undefined, inBlock(99))).toBe(200)
  expect(visit('camila', undefined, inBlock(1, '2001:db8:2'))).toBe(0)
  const known = limitsWith({ unknown: MEMORY_LIMITS.unknown, ...lowered('traffic', 3) })
  expect(passed(60, (n) => known.visit('camila', undefined, inBlock(n % 64)))).toBe(3 * NETWORKS_OF_BLOCK)
})

const APPENDS = { appends: true }

test('events that a network appends are refused with the seconds to wait, while what appends nothing and other networks go on [LIM-2]', () => {
  const { visit, advance } = limitsWith(lowered('events', 3))
  for (let n = 0; n < 10; n += 1) expect(visit('camila', new Refusal('event-id-taken'), APPENDS)).toBe(0)
  visit('profile-1', undefined, APPENDS)
  for (let n = 0; n < 2; n += 1) visit('camila', new Refusal('unavailable'), APPENDS)
  expect([visit('camila', undefined, APPENDS), visit('camila')]).toEqual([21_600, 0])
  expect(visit('camila', undefined, { ...APPENDS, ...ELSEWHERE })).toBe(0)
  advance(21_600_000)
  expect(visit('camila', undefined, APPENDS)).toBe(0)
})

test('events of a network are 200,000 in any day, and facts of an address on a profile 300 a minute [LIM-2]', () => {
  const [events] = MEMORY_LIMITS.events
  // A day that begins within a window touches one window more.
  expect(events.max * (86_400 / events.seconds + 1)).toBe(200_000)
  expect(MEMORY_LIMITS.traffic).toEqual([{ by: ['network', 'profile'], max: 300, seconds: 60 }])
})

test('a signed-in reader is refused with the seconds to wait, and all accounts of an address by a wider limit', () => {
  const [own, all] = MEMORY_LIMITS['signed-in']
  const { read } = limitsWith({
    'signed-in': [
      { ...own, max: 12 },
      { ...all, max: 16 },
    ],
  })
  expect(passed(20, () => read('ana'))).toBe(12)
  expect(passed(12, () => read('ana', ELSEWHERE.address))).toBe(12)
  expect([passed(12, () => read('berta')), read('berta')]).toEqual([4, 60])
})

test('names that no profile can have count together, whatever their length [LIM-7]', () => {
  const { visit } = limitsWith()
  const names = ['', 'x'.repeat(61), 'x'.repeat(15_000), 'camila!', 'camïla', 'camila-']
  expect(passed(60, (n) => visit(names[n % names.length]!))).toBe(OF_PROFILE)
  const id = '0199a000-0000-7000-8000-00000000000a'
  expect(passed(60, (n) => visit(n % 2 === 0 ? id : id.toUpperCase()))).toBe(OF_PROFILE)
})
