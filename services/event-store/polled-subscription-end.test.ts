import { expect, test, vi } from 'vitest'
import { take, unavailable, usePolledLog, type Messages } from './testing/polled-log.ts'

const { world, subscribe } = usePolledLog()

const hangs = () => new Promise<never>(() => {})

test('abort ends it at once in every phase: before, reading, backing off, delivering, live', async () => {
  const end = async (prepare: (messages: Messages) => Promise<unknown>) => {
    world.aborting = new AbortController()
    const messages = subscribe()
    await prepare(messages)
    const pending = take(messages, 1)
    await vi.advanceTimersByTimeAsync(1)
    world.aborting.abort()
    expect(world.fake.watchers.size).toBe(0)
    expect(await pending).toEqual(['end'])
  }
  await end(async () => world.aborting.abort())
  await end(async () => world.fake.broken.push(hangs))
  await end(async (messages) => {
    world.fake.broken.push(unavailable)
    await take(messages, 1)
  })
  world.fake.grow(2)
  await end(async (messages) => {
    await take(messages, 1)
    world.aborting.abort()
  })
  await end((messages) => take(messages, 3))
})

test('a read that fails after the abort causes no unhandled rejection', async () => {
  let fail: (error: Error) => void = () => {}
  world.fake.broken.push(() => new Promise((_, reject) => (fail = reject)))
  const pending = take(subscribe(), 1)
  await vi.advanceTimersByTimeAsync(1)
  world.aborting.abort()
  expect(await pending).toEqual(['end'])
  fail(new Error('too late')) // vitest fails the run on an unhandled rejection
  await vi.advanceTimersByTimeAsync(1)
})
