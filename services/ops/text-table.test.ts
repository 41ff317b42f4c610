import { expect, test } from 'vitest'
import { sayProgress } from './text-table.ts'

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
