import { StoreError } from '@app/contracts/event-store.ts'
import { expect, test } from 'vitest'
import { createHeldReads } from './held-reads.ts'

const away = (): Promise<never> => Promise.reject(new StoreError('Unavailable', 'nobody leads'))

/** Of a server that has answered before. */
async function createHeld(holdMs: number) {
  const held = createHeldReads(holdMs)
  await held(() => Promise.resolve())
  return held
}

test('a read without a leader is retried until there is one', async () => {
  let asked = 0
  const read = () => ((asked += 1) < 4 ? away() : Promise.resolve('events'))
  const held = await createHeld(60_000)
  expect(await held(read)).toBe('events')
  expect(asked).toBe(4)
})

test('in an outage that lasts longer, reads fail at once', async () => {
  const held = await createHeld(100)
  await expect(held(away)).rejects.toThrow('nobody leads')
  let asked = 0
  await expect(held(() => ((asked += 1), away()))).rejects.toThrow('nobody leads')
  expect(asked).toBe(1)
})

test('after an answer, reads wait in the next outage again', async () => {
  const held = await createHeld(100)
  await expect(held(away)).rejects.toThrow()
  await held(() => Promise.resolve())
  let asked = 0
  await expect(held(() => ((asked += 1), away()))).rejects.toThrow()
  expect(asked).toBeGreaterThan(1)
})

test('another fault is reported at once', async () => {
  let asked = 0
  const denied = () => ((asked += 1), Promise.reject(new StoreError('AccessDenied', 'who are you')))
  const held = await createHeld(60_000)
  await expect(held(denied)).rejects.toThrow('who are you')
  expect(asked).toBe(1)
})

test('a server that has not answered yet is not waited for', async () => {
  let asked = 0
  await expect(createHeldReads(60_000)(() => ((asked += 1), away()))).rejects.toThrow('nobody leads')
  expect(asked).toBe(1)
})
