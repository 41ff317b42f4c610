import { describe, expect, test } from 'vitest'
import { every } from '../../tests/support/every.ts'
import type { z } from 'zod'
import type { Call } from '../api/call.ts'
import { CALLS } from '../api/calls.ts'
import { RATE_LIMITS, type LimitQuota, type Quota } from './rate-limits.ts'

const COUNTED = Object.entries<readonly LimitQuota[]>(RATE_LIMITS)
const perHour = ({ max, seconds }: Quota): number => (max * 3_600) / seconds
const quotaBy = (quotas: readonly LimitQuota[], ...by: LimitQuota['by']): LimitQuota | undefined =>
  quotas.find((quota) => quota.by.join() === by.join())

const GUARDED: readonly string[] = ['signed-in', 'activated', 'admin']
const callsOf = (name: string) => CALLS.filter(({ limit }) => limit?.name === name)
const emailNamedBy = ({ limit, body }: Call): string | undefined => {
  const sent = 'email' in (body as z.ZodObject).shape ? { email: 'ana@correo.example' } : {}
  return limit?.keyOf?.({ params: {}, body: sent }).email
}

describe('every limit', () => {
  test('refuses one address on one account before the whole address, and before the whole account', () =>
    every(COUNTED, (quotas) => {
      const narrow = quotaBy(quotas, 'account', 'network')
      if (narrow === undefined) return
      expect(quotas[0]).toBe(narrow)
      for (const wide of quotas.slice(1)) {
        expect(perHour(narrow)).toBeLessThanOrEqual(perHour(wide))
        expect(narrow.max).toBeLessThan(wide.max)
      }
    }))

  test('belongs to a call', () =>
    every(COUNTED, (limit, name) => {
      expect(callsOf(name)).not.toEqual([])
    }))

  test('counts by account where each of its calls needs a session or names an e-mail', () =>
    every(COUNTED, (quotas, name) => {
      if (!quotas.some(({ by }) => by.includes('account'))) return
      for (const call of callsOf(name)) {
        if (GUARDED.includes(call.access)) continue
        expect([call.path, emailNamedBy(call)]).toEqual([call.path, 'ana@correo.example'])
        // Nobody may lock somebody else's account by naming its address: strangers have a quota of their own.
        expect(quotas.map(({ by }) => by)).toContainEqual(['account', 'network'])
      }
    }))
})

test('guesses of a password, a code or a link are limited far below the number that guessing needs', () => {
  expect(perHour(RATE_LIMITS.login[2])).toBeLessThanOrEqual(1_000)
  expect(perHour(RATE_LIMITS['change-password'][1])).toBeLessThanOrEqual(1_000)
  expect(perHour(RATE_LIMITS.activate[1])).toBeLessThanOrEqual(60)
  expect(perHour(RATE_LIMITS['reset-token'][0])).toBeLessThanOrEqual(1_000)
})

test('calls that count by profile name it, however it is written', () => {
  const counting = COUNTED.filter(([, quotas]) => quotaBy(quotas, 'profile') !== undefined)
  expect(counting.map(([name]) => name)).toEqual(['subscribe'])
  for (const call of counting.flatMap(([name]) => callsOf(name))) {
    const body = { profile_id: '0199A1B2-0000-4000-8000-00000000000A' }
    expect(call.limit?.keyOf?.({ params: {}, body })).toEqual({
      profile: '0199a1b2-0000-4000-8000-00000000000a',
    })
  }
})

test('one address causes at most fifty mails an hour to mailboxes that it names', () => {
  for (const name of ['forgot-password', 'quotation', 'subscribe', 'rights-link', 'rights-request'] as const)
    expect(perHour(RATE_LIMITS[name][0]), name).toBeLessThanOrEqual(50)
})

test('calls of traffic name their profile', () => {
  expect(callsOf('traffic').length).toBeGreaterThan(3)
  for (const call of callsOf('traffic')) {
    const names = Object.keys((call.params as z.ZodObject).shape)
    const params = Object.fromEntries(names.map((name) => [name, 'ana-rojas']))
    expect(call.limit?.keyOf?.({ params, body: {} })).toMatchObject({ profile: 'ana-rojas' })
  }
})
