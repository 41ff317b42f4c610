import { expect, test } from 'vitest'
import { areaPath, sparklinePath } from './sparkline.ts'

test('the best value touches the top and zero the ground', () => {
  expect(sparklinePath([0, 10])).toBe('M0 31C150 31 150 4 300 4')
})

test('a single value is a level line', () => {
  expect(sparklinePath([3])).toBe('M0 4C150 4 150 4 300 4')
})

test('nothing, or only zeros, is the ground', () => {
  expect(sparklinePath([])).toBe('M0 31C150 31 150 31 300 31')
  expect(sparklinePath([0, 0])).toBe('M0 31C150 31 150 31 300 31')
})

test('the area closes the line down to the edge', () => {
  expect(areaPath('M0 4')).toBe('M0 4L300 40L0 40Z')
})
