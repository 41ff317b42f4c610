import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGate } from '../../tests/support/gate.ts'
import { createVisibilityProbe, trickle } from './visibility-probe.ts'

test('what is there is seen at once, what comes is seen when it comes', async () => {
  let count = 1
  const probe = createVisibilityProbe(async () => {
    await pause(1)
    return count
  })
  const order: number[] = []
  const waits = [3, 1, 2].map(async (wanted) => {
    await probe.until(wanted, performance.now())
    order.push(wanted)
    count += 1
  })
  await Promise.all(waits)
  expect(order).toEqual([1, 2, 3])
})

/** Another probe, of which somebody waits for what comes with so many looks. */
async function otherProbeLooks(times: number): Promise<void> {
  let looks = 0
  await createVisibilityProbe(async () => (looks += 1)).until(times, performance.now())
}

test('nobody looks while nobody waits', async () => {
  let looks = 0
  const probe = createVisibilityProbe(async () => {
    looks += 1
    return 5
  })
  await probe.until(5, performance.now())
  const before = looks
  await otherProbeLooks(10)
  expect(looks).toBe(before)
  await probe.until(5, performance.now())
  expect(looks).toBe(before + 1)
})

test('a waiter gets the error of a failed look', async () => {
  const probe = createVisibilityProbe(() => Promise.reject(new Error('the connection broke')))
  await expect(probe.until(1, performance.now())).rejects.toThrow('the connection broke')
})

test('the reported time is since it was appended', async () => {
  const probe = createVisibilityProbe(async () => 1)
  expect(await probe.until(1, performance.now() - 500)).toBeGreaterThanOrEqual(500)
})

test('a trickle starts its work in order and does not wait for it', async () => {
  const started: number[] = []
  const allStarted = createGate()
  const results = await trickle([1, 1, 1], async (index) => {
    started.push(index)
    if (index === 2) allStarted.open()
    await allStarted.opened
    return started.length
  })
  expect(started).toEqual([0, 1, 2])
  expect(results[0]).toBe(3)
})
