import { expect, test } from 'vitest'
import { areaPath, sparklinePath, unfinishedPaths } from './sparkline.ts'

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

test('the segment to a period that is not over is a path of its own, at the same height', () => {
  expect(unfinishedPaths([0, 10, 5])).toEqual(['M0 31C75 31 75 4 150 4', 'M150 4C225 4 225 17.5 300 17.5'])
})

test('a single period that is not over is all one segment', () => {
  expect(unfinishedPaths([3])).toEqual(['M0 4', 'M0 4C150 4 150 4 300 4'])
})

test('the area closes the line down to the edge', () => {
  expect(areaPath('M0 4')).toBe('M0 4L300 40L0 40Z')
})
