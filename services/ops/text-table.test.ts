import { expect, test } from 'vitest'
import { drawTable, figure } from './text-table.ts'

test('the first column is aligned left and figures right, by characters and not by bytes', () => {
  expect(
    drawTable([
      ['Líneas', '10'],
      ['Ñandú 🙂 sin más', '2.345'],
    ]),
  ).toBe(['  Líneas              10', '  Ñandú 🙂 sin más  2.345'].join('\n'))
})

test('figures are written as in Chile', () => {
  expect([7, 1_234, 5_000_000].map(figure)).toEqual(['7', '1.234', '5.000.000'])
})
