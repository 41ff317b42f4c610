import { describe, expect, test } from 'vitest'
import { Refusal } from '@app/contracts/refusals.ts'
import { createFairLimiter, type FairLimiter } from './fair-limiter.ts'

/** Starts tasks that the test ends; records which ran and which were refused, in order. */
function watched(limiter: FairLimiter) {
  const done: string[] = []
  const refused: string[] = []
  let endings: (() => void)[] = []
  const request = (name: string, isKnown?: () => Promise<boolean>): void => {
    const [network = ''] = name.split('-')
    limiter
      .run(
        network,
        async () => {
          done.push(name)
          await new Promise<void>((resolve) => endings.push(resolve))
        },
        isKnown,
      )
      .catch(() => refused.push(name))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const finishAll = async (): Promise<void> => {
    for (await settle(); endings.length > 0; await settle()) {
      const now = endings
      endings = []
      for (const go of now) go()
    }
  }
  return { done, refused, request, settle, finishAll }
}

const one = (waitingMax: number) => watched(createFairLimiter({ atOnce: 1, waitingMax }))

test('the network with the fewest waiting goes first, and its requests in their order [LIM-5]', async () => {
  const { request, done, finishAll } = one(10)
  for (const name of ['a-1', 'a-2', 'a-3', 'a-4', 'b-1', 'c-1', 'b-2']) request(name)
  await finishAll()
  expect(done).toEqual(['a-1', 'c-1', 'b-1', 'b-2', 'a-2', 'a-3', 'a-4'])
})

test('a flood that fills the queue loses its last request to a request from another network [LIM-5]', async () => {
  const { request, done, refused, finishAll, settle } = one(4)
  for (const n of [1, 2, 3, 4, 5, 6]) request(`flood-${n}`)
  request('person-1')
  await settle()
  expect(refused).toEqual(['flood-6', 'flood-5'])
  await finishAll()
  expect(done).toEqual(['flood-1', 'person-1', 'flood-2', 'flood-3', 'flood-4'])
})

test('a known network passes all others while it has one request waiting, and a query that fails changes nothing', async () => {
  const { request, done, finishAll, settle } = one(10)
  for (const name of ['first-0', 'a-1', 'b-1']) request(name)
  for (const n of [1, 2]) request(`greedy-${n}`, async () => true)
  request('home-1', async () => true)
  request('lost-1', async () => Promise.reject(new Error('away')))
  await settle()
  request('late-1')
  await finishAll()
  expect(done).toEqual(['first-0', 'home-1', 'a-1', 'b-1', 'lost-1', 'late-1', 'greedy-1', 'greedy-2'])
})

test('tasks run up to the limit at once', async () => {
  const { request, done, refused, finishAll, settle } = watched(
    createFairLimiter({ atOnce: 2, waitingMax: 1 }),
  )
  for (const name of ['a-1', 'a-2', 'a-3', 'a-4']) request(name)
  await settle()
  expect([done, refused]).toEqual([['a-1', 'a-2'], ['a-4']])
  await finishAll()
  expect(done).toEqual(['a-1', 'a-2', 'a-3'])
})

test('a refusal has a time to retry', async () => {
  const limiter = createFairLimiter({ atOnce: 1, waitingMax: 0 })
  const first = limiter.run('a', () => new Promise((resolve) => setImmediate(resolve)))
  await expect(limiter.run('a', async () => undefined)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 2,
  })
  await first
})

test('a failure frees the slot, and a failure that concerns all refuses all waiting tasks', async () => {
  const limiter = createFairLimiter({
    atOnce: 1,
    waitingMax: 9,
    isForAll: (error) => error instanceof RangeError,
  })
  const fail = (error: Error) =>
    limiter.run(error.message, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      throw error
    })
  const failures = await Promise.allSettled([
    fail(new TypeError('one')),
    fail(new RangeError('two')),
    fail(new TypeError('three')),
    fail(new TypeError('four')),
  ])
  const reasons = failures.map((failure) => (failure as PromiseRejectedResult).reason as Error)
  expect(reasons.slice(0, 2).map(({ message }) => message)).toEqual(['one', 'two'])
  expect(reasons.slice(2).every((reason) => reason instanceof Refusal)).toBe(true)
  expect(await limiter.run('a', async () => 'goes on')).toBe('goes on')
})

describe('a slot in the queue is free again', () => {
  const ROUNDS = [1, 2, 3]

  test('after its task ended, any number of times', async () => {
    const { request, done, refused, finishAll } = one(2)
    for (const round of ROUNDS) {
      for (const n of [1, 2, 3]) request(`a-${round}-${n}`)
      await finishAll()
    }
    expect([done.length, refused]).toEqual([9, []])
  })

  test('after its request was displaced', async () => {
    const { request, done, refused, finishAll } = one(2)
    for (const round of ROUNDS) {
      for (const name of [`flood-${round}-1`, `flood-${round}-2`, `flood-${round}-3`, `person-${round}`])
        request(name)
      await finishAll()
    }
    expect(refused).toEqual(['flood-1-3', 'flood-2-3', 'flood-3-3'])
    expect(done).toHaveLength(9)
  })

  test('after all waiting tasks were refused', async () => {
    const limiter = createFairLimiter({ atOnce: 1, waitingMax: 2, isForAll: () => true })
    const three = (work: () => Promise<string>) =>
      Promise.allSettled([1, 2, 3].map((n) => limiter.run(`${n}`, work)))
    await three(() => Promise.reject(new Error('away')))
    const statuses = (await three(async () => 'done')).map(({ status }) => status)
    expect(statuses).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  })
})
