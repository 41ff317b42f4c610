import { expect, test } from 'vitest'
import { createInFlight } from './in-flight.ts'

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('concurrent tasks never exceed the limit, and all of them finish', async () => {
  const inFlight = createInFlight(3)
  let underWay = 0
  let most = 0
  let done = 0
  for (let piece = 0; piece < 20; piece += 1) {
    await inFlight.begin(async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await tick()
      underWay -= 1
      done += 1
    })
  }
  await inFlight.settled()
  expect({ most, done }).toEqual({ most: 3, done: 20 })
})

test('a failure is thrown, and no more tasks begin after it', async () => {
  const inFlight = createInFlight(1)
  let begun = 0
  await inFlight.begin(() => Promise.reject(new Error('broken')))
  const next = inFlight.begin(async () => {
    begun += 1
  })
  await expect(next).rejects.toThrow('broken')
  await expect(inFlight.settled()).rejects.toThrow('broken')
  expect(begun).toBe(0)
})
