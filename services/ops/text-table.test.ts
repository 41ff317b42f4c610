import { expect, test } from 'vitest'
import { drawTable, sayProgress } from './text-table.ts'

test('the first column is aligned left and figures right, by characters and not by bytes', () => {
  expect(
    drawTable([
      ['Líneas', '10'],
      ['Ñandú 🙂 sin más', '2.345'],
    ]),
  ).toBe(['  Líneas              10', '  Ñandú 🙂 sin más  2.345'].join('\n'))
})

test('a read prints its position and its target every five seconds from its first page', () => {
  const lines: string[] = []
  let ms = Date.UTC(2026, 2, 2)
  const onProgress = sayProgress(
    (line) => lines.push(line),
    () => new Date(ms),
  )
  ms += 60_000
  for (let position = 1_000n; position <= 12_000n; position += 1_000n, ms += 1_000)
    onProgress(position, 20_000n)
  expect(lines).toEqual([
    '  …posición 6.000 de 20.000 del registro de eventos',
    '  …posición 11.000 de 20.000 del registro de eventos',
  ])
})
