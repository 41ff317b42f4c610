import { StoreError } from '@app/contracts/event-store.ts'
import { expect, test } from 'vitest'
import { createReadRetries } from './read-retries.ts'

const away = (): Promise<never> => Promise.reject(new StoreError('Unavailable', 'nobody leads'))

/** Of a server that has answered before. */
async function createAfterAnswer(outageMsMax: number) {
  const withRetries = createReadRetries(outageMsMax)
  await withRetries(() => Promise.resolve())
  return withRetries
}

test('a read without a leader is retried until there is one', async () => {
  let asked = 0
  const read = () => ((asked += 1) < 4 ? away() : Promise.resolve('events'))
  const withRetries = await createAfterAnswer(60_000)
  expect(await withRetries(read)).toBe('events')
  expect(asked).toBe(4)
})

test('in an outage that lasts longer, reads fail at once', async () => {
  const withRetries = await createAfterAnswer(100)
  await expect(withRetries(away)).rejects.toThrow('nobody leads')
  let asked = 0
  await expect(withRetries(() => ((asked += 1), away()))).rejects.toThrow('nobody leads')
  expect(asked).toBe(1)
})

test('after an answer, reads wait in the next outage again', async () => {
  const withRetries = await createAfterAnswer(100)
  await expect(withRetries(away)).rejects.toThrow()
  await withRetries(() => Promise.resolve())
  let asked = 0
  await expect(withRetries(() => ((asked += 1), away()))).rejects.toThrow()
  expect(asked).toBeGreaterThan(1)
})

test('another fault is reported at once', async () => {
  let asked = 0
  const denied = () => ((asked += 1), Promise.reject(new StoreError('AccessDenied', 'who are you')))
  const withRetries = await createAfterAnswer(60_000)
  await expect(withRetries(denied)).rejects.toThrow('who are you')
  expect(asked).toBe(1)
})

test('a server that has not answered yet is not waited for', async () => {
  let asked = 0
  await expect(createReadRetries(60_000)(() => ((asked += 1), away()))).rejects.toThrow('nobody leads')
  expect(asked).toBe(1)
})
