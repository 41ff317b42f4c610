import { expect, test } from 'vitest'
import { promiseOf } from './QuotationCard.tsx'

const REQUESTED_AT = Date.parse('2026-11-20T12:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const after = (ms: number) => promiseOf(REQUESTED_AT, REQUESTED_AT + ms)

test('an answer is promised within a day, and the rest of it is shown', () => {
  const shown = [0, 1, 19 * HOUR_MS, 23 * HOUR_MS + MINUTE_MS, 24 * HOUR_MS - 1].map(after)
  expect(shown.map(({ text }) => text)).toEqual([
    'vence en 24 h',
    'vence en 24 h',
    'vence en 5 h',
    'vence en 59 min',
    'vence en 1 min',
  ])
  expect(shown.every(({ isLate }) => !isLate)).toBe(true)
})

test('a late answer shows since when', () => {
  const shown = [0, 10 * MINUTE_MS, 3 * HOUR_MS, 24 * HOUR_MS, 60 * HOUR_MS].map((ms) =>
    after(24 * HOUR_MS + ms),
  )
  expect(shown.map(({ text }) => text)).toEqual([
    'venció hace 1 min',
    'venció hace 10 min',
    'venció hace 3 h',
    'venció hace 1 día',
    'venció hace 2 días',
  ])
  expect(shown.every(({ isLate }) => isLate)).toBe(true)
})

test('a clock that runs behind grants no more than a day', () => {
  expect(after(-HOUR_MS).text).toBe('vence en 24 h')
})
