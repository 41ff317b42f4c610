import { expect, test } from 'vitest'
import { drawTable } from './text-table.ts'

test('the first column is aligned left and figures right, by characters and not by bytes', () => {
  expect(
    drawTable([
      ['Líneas', '10'],
      ['Ñandú 🙂 sin más', '2.345'],
    ]),
  ).toBe(['  Líneas              10', '  Ñandú 🙂 sin más  2.345'].join('\n'))
})
