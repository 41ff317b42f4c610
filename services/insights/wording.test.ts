import { expect, test } from 'vitest'
import {
  capital,
  inClock,
  inDate,
  inExactPercent,
  inLongDate,
  inPercent,
  inTenths,
  inWhole,
  onWeekdays,
} from './wording.ts'

test('numbers are written as in Chile', () => {
  expect(inWhole(1234.4)).toBe('1.234')
  expect(inTenths(1234.56)).toBe('1.234,6')
  expect(inPercent(0.384)).toBe('38%')
  expect(inExactPercent(0.1234)).toBe('12,3%')
})

test('weekdays have their plural, which most share with their singular', () => {
  expect([0, 4, 5, 6].map(onWeekdays)).toEqual(['los lunes', 'los viernes', 'los sábados', 'los domingos'])
  expect(capital(onWeekdays(2))).toBe('Los miércoles')
})

test('days are written with weekday, day and month', () => {
  expect(inDate('2026-09-01')).toBe('1 de septiembre')
  expect(inLongDate('2026-08-14')).toBe('viernes 14 de agosto')
})

test('hours are written by the wall clock', () => {
  expect([inClock(9), inClock(24)]).toEqual(['09:00', '24:00'])
})
