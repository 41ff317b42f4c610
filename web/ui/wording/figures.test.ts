import { expect, test } from 'vitest'
import { countedText, countLabel, percentLabel, pointsText, positionLabel } from './figures.ts'

test('thousands have a point', () => {
  expect(countLabel(1449)).toBe('1.449')
  expect(countLabel(12_345_678)).toBe('12.345.678')
})

test('percentages have one decimal after a comma', () => {
  expect(percentLabel(63.9)).toBe('63,9%')
  expect(percentLabel(100)).toBe('100,0%')
})

test('one is in the singular', () => {
  expect(countedText(1, 'clic', 'clics')).toBe('1 clic')
  expect(countedText(0, 'clic', 'clics')).toBe('0 clics')
})

test('a change of a percentage is in points', () => {
  expect(pointsText(2.3)).toBe('2,3 pp')
})

test('a position keeps all its digits', () => {
  expect(positionLabel('19402')).toBe('#19.402')
  expect(positionLabel('9007199254740993')).toBe('#9.007.199.254.740.993')
})
