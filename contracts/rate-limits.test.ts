import { describe, expect, test } from 'vitest'
import { CALLS } from './api/calls.ts'
import {
  RATE_LIMITS,
  RESET_MAILS,
  SIGNED_IN_LIMITS,
  TRAFFIC_LIMITS,
  type Quota,
  type RateLimit,
} from './rate-limits.ts'

const COUNTED = Object.entries<RateLimit>(RATE_LIMITS)
const perHour = ({ max, seconds }: Quota): number => (max * 3_600) / seconds
const quotasOf = ({ perAddress, perAccountAndAddress, perAccount }: RateLimit): readonly Quota[] =>
  [perAddress, perAccountAndAddress, perAccount].filter((quota) => quota !== undefined)

describe.each(COUNTED)('the limit %s', (name, limit) => {
  test('lets some calls through in a time that is neither nothing nor longer than a day', () => {
    for (const { max, seconds } of quotasOf(limit)) {
      expect(Number.isInteger(max) && max > 0).toBe(true)
      expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 86_400).toBe(true)
    }
  })

  test('holds one address back on one account before all of the address, and before all of the account', () => {
    const { perAddress, perAccountAndAddress, perAccount } = limit
    if (perAccountAndAddress === undefined) return
    expect(perHour(perAccountAndAddress)).toBeLessThanOrEqual(perHour(perAddress))
    expect(perAccountAndAddress.max).toBeLessThanOrEqual(perAddress.max)
    if (perAccount !== undefined) expect(perHour(perAccountAndAddress)).toBeLessThan(perHour(perAccount))
  })

  test('says whom it concerns exactly where it counts by account', () => {
    const countsAccounts = limit.perAccount !== undefined || limit.perAccountAndAddress !== undefined
    expect(limit.account !== undefined).toBe(countsAccounts)
    // Nobody may lock somebody else's account by naming its address: strangers have a quota of their own.
    if (limit.account === 'email') expect(limit.perAccountAndAddress).toBeDefined()
  })

  test('is some call’s', () => {
    expect(CALLS.some((call) => call.limit === name)).toBe(true)
  })

  test('counts by what its calls know: a session where one is needed, an e-mail where one is sent', () => {
    for (const { limit: used, access, body, path } of CALLS) {
      if (used !== name) continue
      if (limit.account === 'session')
        expect([path, access]).toEqual([path, expect.stringMatching(/^(?:signed-in|activated|admin)$/)])
      if (limit.account === 'email')
        expect(Object.keys((body as never as { shape: object }).shape)).toContain('email')
    }
  })
})

test('guesses at a password, a code or a link are held back far below what guessing takes', () => {
  expect(perHour(RATE_LIMITS.login.perAccount)).toBeLessThanOrEqual(1_000)
  expect(perHour(RATE_LIMITS['change-password'].perAccount)).toBeLessThanOrEqual(1_000)
  expect(perHour(RATE_LIMITS.activate.perAccount)).toBeLessThanOrEqual(1_000)
  expect(perHour(RATE_LIMITS['reset-token'].perAddress)).toBeLessThanOrEqual(1_000)
})

test('a mailbox gets a few mails an hour, and at least one', () => {
  expect(RESET_MAILS.max).toBeGreaterThan(0)
  expect(perHour(RESET_MAILS)).toBeLessThanOrEqual(10)
})

test('every call of people who are signed in has a limit', () => {
  const guarded = CALLS.filter(({ access }) => access !== 'everyone' && access !== 'optional')
  expect(guarded.length).toBeGreaterThan(10)
  expect(guarded.filter(({ limit }) => limit === undefined).map(({ path }) => path)).toEqual([])
})

test.each(Object.entries({ ...TRAFFIC_LIMITS, ...SIGNED_IN_LIMITS }))(
  'the bucket of %s holds something and fills again',
  (_, bucket) => {
    expect(bucket.burst).toBeGreaterThan(0)
    expect(bucket.perSecond).toBeGreaterThan(0)
    expect(bucket.burst).toBeGreaterThanOrEqual(bucket.perSecond)
  },
)

test('a network may do on all profiles more than on one of them', () => {
  const { traffic, unknown, network } = TRAFFIC_LIMITS
  for (const one of [traffic, unknown]) {
    expect(network.burst).toBeGreaterThan(one.burst)
    expect(network.perSecond).toBeGreaterThan(one.perSecond)
  }
})
