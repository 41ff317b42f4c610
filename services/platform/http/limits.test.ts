import { expect, test } from 'vitest'
import { LIMITS_OF_CALLS, MEMORY_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../ctx.ts'
import { createCallLimits, createHashing } from './limits.ts'

/** The product's windows, which few requests fill: of unknown profiles, a network, a profile, dated facts, and events. */
const [UNKNOWN, OF_NETWORK, OF_PROFILE, DATED, EVENTS] = [20, 200, 20, 10, 3]
const MAXIMA = [UNKNOWN, OF_NETWORK, OF_PROFILE, DATED, EVENTS]
const VISITS = MEMORY_LIMITS.traffic.map((quota, nth) => ({ ...quota, max: MAXIMA[nth]! }))
const [OWN, OF_OFFICE] = MEMORY_LIMITS['signed-in']
const SMALL = {
  ...LIMITS_OF_CALLS,
  page: VISITS.slice(0, 3),
  traffic: VISITS,
  'signed-in': [
    { ...OWN, max: 12 },
    { ...OF_OFFICE, max: 16 },
  ],
}
const HERE = '203.0.113.1'
const ELSEWHERE = { address: '203.0.113.2' }
const MISSED = new Refusal('profile-not-found')
type Caller = Parameters<ReturnType<typeof createCallLimits>['take']>[1]

function openLimits() {
  let ms = 1_000_000
  const counting = { now: () => new Date(ms), monotonicMs: () => ms } as unknown as Ctx
  const { take } = createCallLimits(SMALL, counting)
  /** @returns the seconds to wait, or 0 for a call that went on */
  const waitOf = async (call: () => Promise<unknown>): Promise<number> => {
    try {
      await call()
      return 0
    } catch (refusal) {
      return (refusal as Refusal).retryAfterSeconds!
    }
  }
  const visit = (
    profile: string,
    error?: Error,
    caller: Partial<Caller> = {},
    name: 'page' | 'traffic' = 'traffic',
  ) => waitOf(async () => (await take(name, { address: HERE, profile, ...caller }))(error))
  return {
    visit,
    request: (profile: string) => visit(profile, undefined, {}, 'page'),
    read: (account: string, address = HERE) => waitOf(async () => take('signed-in', { address, account })),
    advance: (by: number) => void (ms += by),
  }
}

async function passed(tries: number, visit: (n: number) => Promise<number>): Promise<number> {
  let count = 0
  for (let n = 0; n < tries; n += 1) if ((await visit(n)) === 0) count += 1
  return count
}

test('one address may fill its window on a profile, and a network one on all, until they end [LIM-2]', async () => {
  const { visit, request, advance } = openLimits()
  expect(await passed(2 * OF_PROFILE, () => visit('camila'))).toBe(OF_PROFILE)
  advance(59_000)
  expect([await visit('camila'), await visit('camila', undefined, ELSEWHERE)]).toEqual([1, 0])
  expect(await request('camila')).toBe(0)
  advance(1_000)
  expect(await passed(2 * OF_PROFILE, () => visit('Camila'))).toBe(OF_PROFILE)
  const all = openLimits()
  expect(await passed(2 * OF_NETWORK, (n) => all.visit(`profile-${n % 100}`))).toBe(OF_NETWORK)
  expect([await all.visit('profile-1'), await all.visit('profile-1', undefined, ELSEWHERE)]).toEqual([60, 0])
  expect(MEMORY_LIMITS.traffic[2]).toEqual({ by: ['network', 'profile'], max: 300, seconds: 60 })
})

test('profiles that do not exist can be requested so often, and then none but those found before [LIM-3]', async () => {
  const { visit, advance } = openLimits()
  await visit('antonia')
  expect(await passed(2 * UNKNOWN, (n) => visit(`walk-${n}`, MISSED))).toBe(UNKNOWN)
  expect([
    await visit('camila'),
    await visit('Antonia'),
    await visit('camila', undefined, ELSEWHERE),
  ]).toEqual([200, 0, 0])
  advance(200_000)
  expect(await passed(2 * UNKNOWN, (n) => visit(`again-${n}`, MISSED))).toBe(UNKNOWN)
})

test('a request that finds a profile, or fails for another reason, does not count as a miss', async () => {
  const { visit } = openLimits()
  await passed(3 * UNKNOWN, (n) => visit(`found-${n}`))
  await passed(3 * UNKNOWN, (n) => visit(`away-${n}`, new Refusal('unavailable')))
  expect(await passed(3 * UNKNOWN, (n) => visit(`walk-${n}`, MISSED))).toBe(UNKNOWN)
  expect(await visit('found-1', MISSED)).toBe(0)
  // Once missed, it is an unknown one again.
  expect(await visit('found-1')).toBe(200)
})

const APPENDS = { appends: true }

test('events that a network appends are refused with the seconds to wait, while what appends nothing and other networks go on [LIM-2]', async () => {
  const { visit, advance } = openLimits()
  for (let n = 0; n < 10; n += 1)
    expect(await visit('camila', new Refusal('event-id-taken'), APPENDS)).toBe(0)
  await visit('profile-1', undefined, APPENDS)
  for (let n = 0; n < 2; n += 1) await visit('camila', new Refusal('unavailable'), APPENDS)
  expect([await visit('camila', undefined, APPENDS), await visit('camila')]).toEqual([21_600, 0])
  expect(await visit('camila', undefined, { ...APPENDS, ...ELSEWHERE })).toBe(0)
  advance(21_600_000)
  expect(await visit('camila', undefined, APPENDS)).toBe(0)
  const events = MEMORY_LIMITS.traffic[4]
  // A day that begins within a window touches one window more.
  expect(events.max * (86_400 / events.seconds + 1)).toBe(200_000)
})

test('facts that say when they happened have a narrower limit', async () => {
  const { visit } = openLimits()
  const late = (n: number) => visit(`profile-${n}`, undefined, { isDated: true })
  expect([await passed(2 * DATED, late), await late(1), await visit('profile-1')]).toEqual([DATED, 300, 0])
})

test('a signed-in reader is refused with the seconds to wait, and all accounts of an address by a wider limit', async () => {
  const { read } = openLimits()
  expect(await passed(20, () => read('ana'))).toBe(12)
  expect(await passed(12, () => read('ana', ELSEWHERE.address))).toBe(12)
  expect([await passed(12, () => read('berta')), await read('berta')]).toEqual([4, 60])
})

test('names that no profile can have count together, whatever their length [LIM-7]', async () => {
  const { visit } = openLimits()
  const names = ['', 'x'.repeat(61), 'x'.repeat(15_000), 'camila!', 'camïla', 'camila-']
  expect(await passed(60, (n) => visit(names[n % names.length]!))).toBe(OF_PROFILE)
  const id = '0199a000-0000-7000-8000-00000000000a'
  expect(await passed(60, (n) => visit(n % 2 === 0 ? id : id.toUpperCase()))).toBe(OF_PROFILE)
})

/** Names what began and what was refused, and ends what runs in its order. */
function openHashing(waitingMax: number) {
  const hashing = createHashing(waitingMax)
  const [begun, refused]: [string[], string[]] = [[], []]
  const ends: (() => void)[] = []
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    refused,
    begin: async (name: string, isKnown = async () => false) => {
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.push(resolve)
        })
      hashing(work, isKnown).catch(() => refused.push(name))
      await settled()
    },
    end: async () => {
      ends.shift()?.()
      await settled()
    },
  }
}

test('two hash at once, others wait in their order, and one more than may wait is refused', async () => {
  const { begin, end, begun, refused } = openHashing(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await begin(name)
  expect([begun, refused]).toEqual([['a', 'b'], ['e']])
  for (let n = 0; n < 4; n += 1) await end()
  await begin('f')
  expect([begun, refused]).toEqual([['a', 'b', 'c', 'd', 'f'], ['e']])
})

test('a known network has a line of its own, which a flood of others does not fill [ACC-7]', async () => {
  const { begin, begun, refused } = openHashing(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await begin(name)
  await begin('known', async () => true)
  expect([begun, refused]).toEqual([['a', 'b', 'known'], ['e']])
  await begin('unread', () => Promise.reject(new Error('no database')))
  expect(refused).toEqual(['e', 'unread'])
})
