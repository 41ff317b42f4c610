import { expect, test } from 'vitest'
import { fakeTimers } from '../../../testing/fake-timers.ts'
import { paced } from './paced.ts'

function start() {
  const timers = fakeTimers()
  const answers: (() => void)[] = []
  const want = paced(() => new Promise<void>((resolve) => answers.push(resolve)), 1_000, timers.after)
  const answered = async (index: number) => {
    answers[index]?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { timers, answers, want, answered }
}

test('the first request runs at once', () => {
  const { answers, want } = start()
  want()
  expect(answers).toHaveLength(1)
})

test('many requests within a second are one call after it', async () => {
  const { timers, answers, want, answered } = start()
  want()
  await answered(0)
  want()
  want()
  timers.pass(999)
  expect(answers).toHaveLength(1)
  timers.pass(1)
  expect(answers).toHaveLength(2)
})

test('during a pending answer nothing is called, however long it takes', async () => {
  const { timers, answers, want, answered } = start()
  want()
  want()
  timers.pass(5_000)
  expect(answers).toHaveLength(1)
  await answered(0)
  expect(answers).toHaveLength(2)
})

test('without a request nothing is called, and a later one does not wait', async () => {
  const { timers, answers, want, answered } = start()
  want()
  await answered(0)
  timers.pass(60_000)
  expect(answers).toHaveLength(1)
  want()
  expect(answers).toHaveLength(2)
})

test('a call that fails does not stop the next', async () => {
  const timers = fakeTimers()
  let asked = 0
  const want = paced(() => Promise.reject(new Error(`question ${(asked += 1)}`)), 1_000, timers.after)
  want()
  want()
  await Promise.resolve()
  await Promise.resolve()
  timers.pass(1_000)
  expect(asked).toBe(2)
})
