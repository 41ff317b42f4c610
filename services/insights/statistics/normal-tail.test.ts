import { expect, test } from 'vitest'
import { normalAbove } from './normal-tail.ts'

test.each([
  [0, 0.5],
  [1.6448536269514722, 0.05],
  [1.959963984540054, 0.025],
  [2.9999999, 0.0013498985],
  [3.0000001, 0.0013498976],
  [3.090232306167813, 0.001],
  [-1.959963984540054, 0.975],
])('the tail above %f is %f, as in published tables', (z, above) => {
  expect(normalAbove(z)).toBeCloseTo(above, 9)
})

test('far tails keep their digits', () => {
  expect(normalAbove(6) / 9.865876450376946e-10).toBeCloseTo(1, 9)
  expect(normalAbove(40)).toBeGreaterThanOrEqual(0)
})
