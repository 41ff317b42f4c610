import { expect, test } from 'vitest'
import { inClock, inExactPercent, inPercent, inWhole } from './wording.ts'

test('numbers are written as in Chile', () => {
  expect(inWhole(1234.4)).toBe('1.234')
  expect(inPercent(0.384)).toBe('38%')
  expect(inExactPercent(0.1234)).toBe('12,3%')
})

test('hours are written by the wall clock', () => {
  expect([inClock(9), inClock(24)]).toEqual(['09:00', '24:00'])
})
