import { expect, test } from 'vitest'
import { pointOf } from '../../../testing/fixtures.ts'
import { firstDaysOf } from '../comparison/ComparisonPanel.tsx'

const days = ['2026-11-18', '2026-11-19', '2026-11-20'].map((period) => pointOf(period, [0, 0, 0, 0, 0]))
const of = (since: string, points = days) => firstDaysOf(points, 'day', since)?.map(({ period }) => period)

test('a profile of one or two days has no line yet, and days before it are no days of it', () => {
  expect(of('2026-11-20')).toEqual(['2026-11-20'])
  expect(of('2026-11-19')).toEqual(['2026-11-19', '2026-11-20'])
  expect(of('2026-11-18')).toBeUndefined()
})

test('a line is drawn where visits are older than the profile, and for weeks and months', () => {
  expect(of('2026-11-20', [pointOf('2026-11-18', [3, 2, 0, 0, 0]), ...days.slice(1)])).toBeUndefined()
  expect(firstDaysOf(days, 'week', '2026-11-20')).toBeUndefined()
})
