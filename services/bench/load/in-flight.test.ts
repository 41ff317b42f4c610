import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachInFlight, workInFlight } from './in-flight.ts'

function watched() {
  const seen = { now: 0, most: 0, calls: 0 }
  const work = async (): Promise<void> => {
    seen.calls += 1
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    await pause(1)
    seen.now -= 1
  }
  return { seen, work }
}

test('so many calls are under way, never more, and none at the end', async () => {
  const { seen, work } = watched()
  const { done, seconds } = await workInFlight(work, { inFlight: 8, ms: 30 })
  expect(seen.most).toBe(8)
  expect(seen.now).toBe(0)
  expect(done).toBe(seen.calls)
  expect(seconds).toBeGreaterThanOrEqual(0.029)
})

test('a call that fails ends the measurement', async () => {
  const work = () => Promise.reject(new Error('refused'))
  await expect(workInFlight(work, { inFlight: 2, ms: 10 })).rejects.toThrow('refused')
})

test('an item is not made before a slot is free', async () => {
  let [made, done] = [0, 0]
  function* items(): Generator<number> {
    for (; made < 20; made += 1) yield made
  }
  await eachInFlight(items(), 4, async () => {
    expect(made - done).toBeLessThanOrEqual(4)
    await pause(1)
    done += 1
  })
  expect(done).toBe(20)
})

test('every item is processed once', async () => {
  const { seen, work } = watched()
  const done: number[] = []
  const items = [1, 2, 3, 4, 5, 6, 7]
  await eachInFlight(items, 3, async (item) => {
    await work()
    done.push(item)
  })
  expect(done.sort((a, b) => a - b)).toEqual(items)
  expect(seen.most).toBe(3)
})
