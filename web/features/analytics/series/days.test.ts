import { expect, test } from 'vitest'
import { axisLabel, daysUntil, dayText, periodPhrase, periodText, spanText } from './days.ts'
import { pointOf } from '../../../testing/fixtures.ts'
import { firstDaysOf } from '../comparison/ComparisonPanel.tsx'

test('a day is in Chilean order, as in fields; a span has both days in full', () => {
  expect(dayText('2026-09-06')).toBe('06-09-2026')
  expect(spanText('2025-12-03', '2026-11-20')).toBe('03-12-2025 – 20-11-2026')
  expect(spanText('2026-11-20', '2026-11-20')).toBe('20-11-2026')
})

test('the axis labels days in short, and months with their year', () => {
  expect(axisLabel('2025-11', 'month')).toBe('nov 2025')
  expect(axisLabel('2026-11-09', 'week')).toBe('9 nov')
})

test.each([
  ['2026-11-13', 'day', 'Viernes 13 de noviembre', 'el 13 de noviembre'],
  ['2026-11-09', 'week', 'Semana del 9 de noviembre', 'en la semana del 9 de noviembre'],
  ['2026-11', 'month', 'Noviembre de 2026', 'en noviembre de 2026'],
] as const)('%s, a %s, is «%s», and inside a sentence «%s»', (period, unit, text, phrase) => {
  expect([periodText(period, unit), periodPhrase(period, unit)]).toEqual([text, phrase])
})

test('an invalid date is a dash, and breaks nothing', () => {
  const odd = ['', '11/20/2026', '2026-13-01', '2026-11-20T10:00:00Z', 'undefined']
  for (const text of odd) {
    expect([dayText(text), axisLabel(text, 'day'), periodText(text, 'month')]).toEqual(['–', '–', '–'])
    expect(periodPhrase(text, 'week')).toBe('–')
    expect(spanText(text, '2026-11-20')).toContain('20-11-2026')
  }
})

test('the days of a point end with today', () => {
  const daysOf = (period: string, unit: 'day' | 'week' | 'month') => {
    const { from, to } = daysUntil(period, unit, '2026-11-20')
    return [from, to]
  }
  expect(daysOf('2026-11-12', 'day')).toEqual(['2026-11-12', '2026-11-12'])
  expect(daysOf('2026-11-09', 'week')).toEqual(['2026-11-09', '2026-11-15'])
  expect(daysOf('2026-11-16', 'week')).toEqual(['2026-11-16', '2026-11-20'])
  expect(daysOf('2026-02', 'month')).toEqual(['2026-02-01', '2026-02-28'])
  expect(daysOf('2026-11', 'month')).toEqual(['2026-11-01', '2026-11-20'])
})

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
