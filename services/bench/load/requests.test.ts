import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { measureRequests, timesOf } from './requests.ts'

test('what is quick is done so many times, what is slow only until the time is over', async () => {
  let asked = 0
  const ask = async () => (asked += 1)
  expect(await timesOf(ask, { timesMax: 3, ms: 60_000 })).toEqual([1, 2, 3])
  const slow = async () => {
    await pause(2)
    return ask()
  }
  expect(await timesOf(slow, { timesMax: 100, ms: 1 })).toEqual([4])
})

test('the processor time of the measured requests is divided by their number, without the warm-up', async () => {
  let made = 0
  const once = async () => (made += 1)
  const limits = { warmUp: { timesMax: 5, ms: 60_000 }, measured: { timesMax: 4, ms: 60_000 } }
  const figures = await measureRequests({ cpuMicros: async () => made * 10 }, once, limits)
  expect(figures).toEqual({ p50: 7, p99: 9, cpu: 10 })
})
