import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

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
