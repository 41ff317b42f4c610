import { expect, test } from 'vitest'
import { withoutTellingDay } from './telling-day.ts'

const days = [
  { count: 5, of: 10 },
  { count: 30, of: 30 },
  { count: 2, of: 20 },
]

test('the day with most hits above, or below, the rate is removed', () => {
  expect(withoutTellingDay(days, 0.5, 'above')).toEqual([days[0], days[2]])
  expect(withoutTellingDay(days, 0.5, 'below')).toEqual([days[0], days[1]])
})

test('an empty list stays empty', () => {
  expect(withoutTellingDay([], 0.5, 'above')).toEqual([])
})
