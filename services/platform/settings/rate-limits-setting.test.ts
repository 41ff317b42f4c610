import { expect, test } from 'vitest'
import { RATE_LIMITS, SIGNED_IN_LIMITS, TRAFFIC_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { withChanges } from './rate-limits-setting.ts'

test('a bucket takes its change, and all else stays', () => {
  const ordinary = { counted: RATE_LIMITS, traffic: TRAFFIC_LIMITS, signedIn: SIGNED_IN_LIMITS }
  expect(withChanges({})).toEqual(ordinary)
  const traffic = { ...TRAFFIC_LIMITS, unknown: { burst: 1_000, perSecond: 100 } }
  expect(withChanges({ unknown: { max: 1_000, per: 100 } })).toEqual({ ...ordinary, traffic })
})

test('the tightest quota of a limit takes the change, and the looser ones keep their proportion', () => {
  const { login, subscribe } = withChanges({
    login: { max: 50, per: 1_800 },
    subscribe: { max: 100, per: 1_800 },
  }).counted
  expect(login).toEqual([
    { by: ['account', 'network'], max: 50, seconds: 1_800 },
    { by: ['network'], max: 334, seconds: 1_800 },
    { by: ['account'], max: 667, seconds: 7_200 },
  ])
  expect(subscribe).toEqual([
    { by: ['network'], max: 100, seconds: 1_800 },
    { by: ['profile'], max: 600, seconds: 1_800 },
  ])
})

test('every quota lowered to one still accepts one call', () => {
  const { login, quotation } = withChanges({
    login: { max: 1, per: 60 },
    quotation: { max: 1, per: 1 },
  }).counted
  expect([...login, ...quotation].map(({ max, seconds }) => [max, seconds])).toEqual([
    [1, 60],
    [7, 60],
    [14, 240],
    [1, 1],
    [5, 24],
  ])
})
