import { describe, expect, test } from 'vitest'
import { Refusal } from '@app/contracts/refusals.ts'
import { createFairLimiter, type FairLimiter } from './fair-limiter.ts'

/** One after the other, each when it is let go; what was done and what was refused, in order. */
function watched(limiter: FairLimiter) {
  const done: string[] = []
  const refused: string[] = []
  let letGo: (() => void)[] = []
  const ask = (name: string, isUsual = false): void => {
    const [network = ''] = name.split('-')
    limiter
      .run({ network, isUsual }, async () => {
        done.push(name)
        await new Promise<void>((resolve) => letGo.push(resolve))
      })
      .catch(() => refused.push(name))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const finishAll = async (): Promise<void> => {
    for (await settle(); letGo.length > 0; await settle()) {
      const now = letGo
      letGo = []
      for (const go of now) go()
    }
  }
  return { done, refused, ask, settle, finishAll }
}

const one = (waitingMax: number) => watched(createFairLimiter({ atOnce: 1, waitingMax }))

test('networks take turns, each in the order in which it asked', async () => {
  const { ask, done, finishAll } = one(10)
  for (const name of ['a-1', 'a-2', 'a-3', 'a-4', 'b-1', 'c-1', 'b-2']) ask(name)
  await finishAll()
  expect(done).toEqual(['a-1', 'a-2', 'b-1', 'c-1', 'a-3', 'b-2', 'a-4'])
})

test('a flood that has taken every place gives one to whoever comes from elsewhere, and loses its last', async () => {
  const { ask, done, refused, finishAll, settle } = one(4)
  for (const n of [1, 2, 3, 4, 5, 6]) ask(`flood-${n}`)
  ask('person-1')
  await settle()
  expect(refused).toEqual(['flood-6', 'flood-5'])
  await finishAll()
  expect(done).toEqual(['flood-1', 'flood-2', 'person-1', 'flood-3', 'flood-4'])
})

test('where each network has one waiting, one more stranger is refused and a usual address is not', async () => {
  const { ask, done, refused, finishAll, settle } = one(4)
  for (const name of ['a-0', 'a-1', 'b-1', 'c-1', 'd-1', 'e-1']) ask(name)
  await settle()
  expect(refused).toEqual(['e-1'])
  ask('home-1', true)
  ask('office-1', true)
  ask('third-1', true)
  await settle()
  // Half of the places at most: strangers keep the others.
  expect(refused).toEqual(['e-1', 'a-1', 'b-1', 'third-1'])
  await finishAll()
  expect(done).toEqual(['a-0', 'home-1', 'office-1', 'c-1', 'd-1'])
})

test('usual addresses come first, and strangers still come by turns', async () => {
  const { ask, done, finishAll } = one(20)
  ask('first-0')
  ask('a-1')
  ask('b-1')
  for (const n of [1, 2, 3, 4, 5]) ask(`own-${n}`, true)
  await finishAll()
  expect(done).toEqual(['first-0', 'own-1', 'own-2', 'own-3', 'a-1', 'own-4', 'own-5', 'b-1'])
})

test('as much is done at once as there are places, and who waits is told apart from who need not', async () => {
  const limiter = createFairLimiter({ atOnce: 2, waitingMax: 1 })
  const { ask, done, refused, finishAll, settle } = watched(limiter)
  ask('a-1')
  expect(limiter.isBusy()).toBe(false)
  ask('a-2')
  expect(limiter.isBusy()).toBe(true)
  ask('a-3')
  ask('a-4')
  await settle()
  expect([done, refused]).toEqual([['a-1', 'a-2'], ['a-4']])
  await finishAll()
  expect([done, limiter.isBusy()]).toEqual([['a-1', 'a-2', 'a-3'], false])
})

test('a refusal says when to come again', async () => {
  const limiter = createFairLimiter({ atOnce: 1, waitingMax: 0 })
  const requester = { network: 'a', isUsual: false }
  const first = limiter.run(requester, () => new Promise((resolve) => setImmediate(resolve)))
  await expect(limiter.run(requester, async () => undefined)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 2,
  })
  await first
})

test('a failure frees the place, and one that is everybody’s refuses all who wait', async () => {
  const limiter = createFairLimiter({
    atOnce: 1,
    waitingMax: 9,
    isForAll: (error) => error instanceof RangeError,
  })
  const fail = (error: Error) =>
    limiter.run({ network: error.message, isUsual: false }, async () => {
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
  expect(await limiter.run({ network: 'a', isUsual: false }, async () => 'goes on')).toBe('goes on')
})

describe('a place to wait is free again', () => {
  const ROUNDS = [1, 2, 3]

  test('after its work was done, however often', async () => {
    const { ask, done, refused, finishAll } = one(2)
    for (const round of ROUNDS) {
      for (const n of [1, 2, 3]) ask(`a-${round}-${n}`)
      await finishAll()
    }
    expect([done.length, refused]).toEqual([9, []])
  })

  test('after whoever had it was pushed out', async () => {
    const { ask, done, refused, finishAll } = one(2)
    for (const round of ROUNDS) {
      for (const name of [`flood-${round}-1`, `flood-${round}-2`, `flood-${round}-3`, `person-${round}`])
        ask(name)
      await finishAll()
    }
    expect(refused).toEqual(['flood-1-3', 'flood-2-3', 'flood-3-3'])
    expect(done).toHaveLength(9)
  })

  test('after all who waited were refused', async () => {
    const limiter = createFairLimiter({ atOnce: 1, waitingMax: 2, isForAll: () => true })
    const three = (work: () => Promise<string>) =>
      Promise.allSettled([1, 2, 3].map((n) => limiter.run({ network: `${n}`, isUsual: false }, work)))
    await three(() => Promise.reject(new Error('away')))
    const statuses = (await three(async () => 'done')).map(({ status }) => status)
    expect(statuses).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  })
})
