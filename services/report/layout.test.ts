import { expect, test } from 'vitest'
import { count, day, head, text, title } from './cells.ts'
import { isRight, rowHeight } from './layout.ts'

test('a row’s height fits its longest wrapped text', () => {
  const one = rowHeight([text('corto'), count(3)], [10, 10])
  expect(rowHeight([text('x'.repeat(80)), count(3)], [70, 10])).toBe(one + 13)
  expect(rowHeight([text('a\nb\nc')], [70])).toBe(one + 26)
  expect(rowHeight([], [])).toBe(one)
  expect(rowHeight([title('Resumen')], [10])).toBeGreaterThan(one)
})

test('a head is aligned as the column below it', () => {
  const rows = [
    [head('Día'), head('Visitas'), head('Nota')],
    [day('2026-11-20'), count(3), text('en curso')],
  ]
  expect([0, 1, 2].map((column) => isRight(rows, 0, column))).toEqual([false, true, false])
  expect([0, 1, 2].map((column) => isRight(rows, 1, column))).toEqual([false, true, false])
})

test('a head’s alignment ignores rows without its column, and ends with its block', () => {
  const rows = [[head('A'), head('Cambio')], [text('Desde')], [text('Visitas'), count(3)], [], [text('x')]]
  expect(isRight(rows, 0, 1)).toBe(true)
  expect(isRight([[head('A'), head('B')], [], [text('x'), count(3)]], 0, 1)).toBe(false)
})

test('a number beside a label is aligned left', () => {
  expect(isRight([[text('Versión'), count(2)]], 0, 1)).toBe(false)
})
