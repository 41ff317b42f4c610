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
  progress.show({ done: 50, total: 100, count: 2_000 })
  at(1_050)
  progress.show({ done: 60, total: 100, count: 2_400 })
  at(2_000)
  progress.show({ done: 100, total: 100, count: 4_000 })
  progress.end()
  expect(written).toEqual([
    '\r\u001b[K████████████░░░░░░░░░░░░  50 %  2.000 eventos  2.000 eventos/s  quedan 1 s',
    '\r\u001b[K████████████████████████ 100 %  4.000 eventos  2.000 eventos/s',
    '\r\u001b[K',
  ])
})

test('other outputs get a line every ten per cent', () => {
  const { progress, written, at } = bar(false)
  at(1_000)
  for (let percent = 1; percent <= 30; percent += 1)
    progress.show({ done: percent, total: 100, count: percent })
  progress.end()
  expect(written.map((line) => line.slice(0, 7))).toEqual(['·  10 %', '·  20 %', '·  30 %'])
})

test('an empty log is read at once', () => {
  const { progress, written } = bar(false)
  progress.show({ done: 0, total: 0, count: 0 })
  expect(written).toEqual(['· 100 %  0 eventos  0 eventos/s\n'])
})
