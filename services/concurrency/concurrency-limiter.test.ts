import { expect, test } from 'vitest'
import { createConcurrencyByKey, createConcurrencyLimiter } from './concurrency-limiter.ts'

function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

test('tasks run up to one limit, wait in order up to another, and are refused beyond it', async () => {
  const limiter = createConcurrencyLimiter({ atOnce: 2, waitingMax: 2 })
  const [gates, started] = [[gate(), gate(), gate(), gate()], [] as number[]]
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

test('a failure that concerns all refuses all waiting tasks, and later ones go on', async () => {
  const isForAll = (error: unknown) => error instanceof RangeError
  const limiter = createConcurrencyLimiter({ atOnce: 1, waitingMax: 9, isForAll })
  const fail = (error: Error) => limiter(() => Promise.reject(error))
  const failures = await Promise.allSettled([
    fail(new TypeError('one')),
    fail(new RangeError('two')),
    fail(new TypeError('three')),
  ])
  expect(failures).toMatchObject([
    { reason: { message: 'one' } },
    { reason: { message: 'two' } },
    { reason: { code: 'unavailable', retryAfterSeconds: 2 } },
  ])
  expect(await limiter(async () => 'goes on')).toBe('goes on')
})

test('a key that uses all its slots takes none of another key’s, and has them back after success and failure', async () => {
  const of = createConcurrencyByKey({ atOnce: 1, waitingMax: 0 })
  const { opened, open } = gate()
  const first = of('a')(() => opened)
  await expect(of('a')(async () => 'too many')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await of('b')(async () => 'another')).toBe('another')
  open()
  await first
  await expect(of('a')(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await of('a')(async () => 'again')).toBe('again')
})
