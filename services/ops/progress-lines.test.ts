import { expect, test } from 'vitest'
import { sayErasedSubscribers, sayErasedVisitors, sayProgress } from './progress-lines.ts'

function terminal() {
  const lines: string[] = []
  let ms = Date.UTC(2026, 2, 2)
  return {
    lines,
    say: (line: string) => void lines.push(line),
    now: () => new Date(ms),
    pass: (more: number) => {
      ms += more
    },
  }
}

test.each([
  ['visitantes olvidados', sayErasedVisitors],
  ['suscripciones olvidadas', sayErasedSubscribers],
])('a long erasure prints its count every five seconds: %s', (whom, sayErased) => {
  const { lines, say, now, pass } = terminal()
  const onErased = sayErased(say, now)
  for (let count = 100; count <= 1_500; count += 100) {
    onErased(count)
    pass(1_000)
  }
  expect(lines).toEqual([`  …${whom}: 600`, `  …${whom}: 1.100`])
})

test('a short erasure prints nothing, however long its confirmation took', () => {
  const { lines, say, now, pass } = terminal()
  const onVisitors = sayErasedVisitors(say, now)
  pass(60_000)
  onVisitors(100)
  pass(4_999)
  onVisitors(101)
  expect(lines).toEqual([])
})

test('a long read prints its position and its target', () => {
  const { lines, say, now, pass } = terminal()
  const onProgress = sayProgress(say, now)
  onProgress(1_000n, 3_000n)
  pass(5_000)
  onProgress(2_000n, 3_000n)
  expect(lines).toEqual(['  …posición 2.000 de 3.000 del registro de eventos'])
})
