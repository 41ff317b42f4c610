import { expect, test } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { createConcurrencyLimiter, createConcurrencyByKey, withTimeout } from './concurrency-limiter.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'

test('tasks run up to one limit, wait in order up to another, and are refused beyond it', async () => {
  const limiter = createConcurrencyLimiter({ atOnce: 2, waitingMax: 2 })
  const [gates, started] = [[createGate(), createGate(), createGate(), createGate()], [] as number[]]
  const works = gates.map(({ opened }, n) =>
    limiter(async () => {
      started.push(n)
      await opened
      return n
    }),
  )
  await expect(limiter(async () => 'too many')).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 2,
  })
  expect(started).toEqual([0, 1])
  gates[1]?.open()
  await works[1]
  expect(started).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3])
})

test('work that fails frees its slot for the next', async () => {
  const limiter = createConcurrencyLimiter({ atOnce: 1, waitingMax: 1 })
  const failing = limiter(async () => {
    throw new Error('no')
  })
  const next = limiter(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(await limiter(async () => 'and another')).toBe('and another')
})

const endless = () => new Promise<never>(() => undefined)

test('a key that uses all its slots takes none of another key’s', async () => {
  const of = createConcurrencyByKey({ atOnce: 2, waitingMax: 1 })
  for (let n = 0; n < 3; n += 1) void of('a')(endless)
  await expect(of('a')(async () => 'too many')).rejects.toThrow(Refusal)
  expect(await of('b')(async () => 'another')).toBe('another')
})

const never = new Promise<string>(() => undefined)

test('work that takes longer gives the alternative, or its error', async () => {
  expect(await withTimeout(never, 1, () => 'late')).toBe('late')
  const refused = withTimeout(never, 1, () => {
    throw new Error('too late')
  })
  await expect(refused).rejects.toThrow('too late')
})

test('work that fails after its time causes no unhandled rejection', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  let fail = (_error: Error): void => undefined
  const work = new Promise<string>((_resolve, reject) => (fail = reject))
  expect(await withTimeout(work, 1, () => 'late')).toBe('late')
  fail(new Error('too late'))
  // Node reports a rejection before the next turn of the event loop.
  await nextTurn()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
