import { INSIGHT_DAYS } from '@app/contracts/analytics/insight-calls.ts'
import { expect, test } from 'vitest'
import { insightDays, basisText } from './insight-days.ts'

test.each([
  ['2026-11-18', 2],
  ['2026-11-20', 0],
  ['2026-11-21', 0],
  ['2024-01-01', INSIGHT_DAYS],
  [null, 0],
])('with traffic since %s the rules read %i full days', (traffic_since, days) => {
  expect(insightDays({ to: '2026-11-20', traffic_since })).toBe(days)
})

test('the chip names the days that there are', () => {
  expect([0, 1, 12].map(basisText)).toEqual([
    'Aún sin días completos',
    'Reglas + datos de 1 día',
    'Reglas + datos de 12 días',
  ])
})
