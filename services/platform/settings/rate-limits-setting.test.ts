import { expect, test } from 'vitest'
import { MEMORY_LIMITS, RATE_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { withChanges } from './rate-limits-setting.ts'

test('the tightest quota of a limit takes the change, and the looser ones keep their proportion', () => {
  const { login, subscribe, ...others } = withChanges({
    login: { max: 50, per: 1_800 },
    subscribe: { max: 100, per: 1_800 },
  })
  expect({ ...RATE_LIMITS, ...MEMORY_LIMITS }).toMatchObject(others)
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
  })
  expect([...login, ...quotation].map(({ max, seconds }) => [max, seconds])).toEqual([
    [1, 60],
    [7, 60],
    [14, 240],
    [1, 1],
    [5, 24],
  ])
})
