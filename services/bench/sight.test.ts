import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSight, trickle } from './sight.ts'

test('what is there is seen at once, what comes is seen when it comes', async () => {
  let count = 1
  const sight = createSight(async () => {
    await pause(1)
    return count
  })
  const order: number[] = []
  const waits = [3, 1, 2].map(async (wanted) => {
    await sight.until(wanted, performance.now())
    order.push(wanted)
    count += 1
  })
  await Promise.all(waits)
  expect(order).toEqual([1, 2, 3])
})

test('nobody looks while nobody waits', async () => {
  let looks = 0
  const sight = createSight(async () => {
    looks += 1
    return 5
  })
  await sight.until(5, performance.now())
  const before = looks
  await pause(10)
  expect(looks).toBe(before)
  await sight.until(5, performance.now())
  expect(looks).toBe(before + 1)
})

test('whoever waits is told that looking failed', async () => {
  const sight = createSight(() => Promise.reject(new Error('the connection broke')))
  await expect(sight.until(1, performance.now())).rejects.toThrow('the connection broke')
})

test('the time told is since it was appended', async () => {
  const sight = createSight(async () => 1)
  expect(await sight.until(1, performance.now() - 500)).toBeGreaterThanOrEqual(500)
})

test('a trickle starts its work in order and does not wait for it', async () => {
  const started: number[] = []
  const results = await trickle([1, 1, 1], async (place) => {
    started.push(place)
    await pause(place === 0 ? 20 : 1)
    return started.length
  })
  expect(started).toEqual([0, 1, 2])
  expect(results[0]).toBe(3)
})
