import { expect, test } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

function bar(isTerminal: boolean) {
  const written: string[] = []
  let now = 0
  const progress = createProgressBar({ isTerminal, write: (text) => written.push(text), clock: () => now })
  return { progress, written, at: (ms: number) => (now = ms) }
}

test('a terminal shows one line, redrawn at a limited rate', () => {
  const { progress, written, at } = bar(true)
  at(1_000)
  progress.show({ bytesRead: 50, size: 100, lines: 2_000 })
  at(1_050)
  progress.show({ bytesRead: 60, size: 100, lines: 2_400 })
  at(2_000)
  progress.show({ bytesRead: 100, size: 100, lines: 4_000 })
  progress.end()
  expect(written).toEqual([
    '\r\u001b[K████████████░░░░░░░░░░░░  50 %  2.000 líneas  2.000 líneas/s',
    '\r\u001b[K████████████████████████ 100 %  4.000 líneas  2.000 líneas/s',
    '\r\u001b[K',
  ])
})

test('other outputs get a line every ten per cent', () => {
  const { progress, written, at } = bar(false)
  at(1_000)
  for (let percent = 1; percent <= 30; percent += 1)
    progress.show({ bytesRead: percent, size: 100, lines: percent })
  progress.end()
  expect(written.map((line) => line.slice(0, 7))).toEqual(['·  10 %', '·  20 %', '·  30 %'])
})

test('an empty file is read at once', () => {
  const { progress, written } = bar(false)
  progress.show({ bytesRead: 0, size: 0, lines: 0 })
  expect(written).toEqual(['· 100 %  0 líneas  0 líneas/s\n'])
})
