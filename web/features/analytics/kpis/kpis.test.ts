import { expect, test } from 'vitest'
import { pointOf } from '../../../testing/fixtures.ts'
import { KPIS } from './kpis.ts'

test('the rate of a period is that of its visitors, and zero without any', () => {
  const rate = KPIS.find(({ headline }) => headline === 'engagement_rate')
  expect(rate?.pointOf(pointOf('2026-11', [9, 8, 2, 5, 1]))).toBe(25)
  expect(rate?.pointOf(pointOf('2026-11', [0, 0, 0, 5, 1]))).toBe(0)
})
