import { Refusal } from '@app/contracts/refusals.ts'
import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

test('so many work at once, some wait in the order in which they came, and one more is refused', async () => {
  const turns = createConcurrencyLimiter({ atOnce: 2, waitingMax: 2 })
  const [gates, started] = [[gate(), gate(), gate(), gate()], [] as number[]]
  const works = gates.map(({ opened }, n) =>
    turns(async () => {
      started.push(n)
      await opened
      return n
    }),
  )
  await expect(turns(async () => 'too many')).rejects.toThrow(Refusal)
  expect(started).toEqual([0, 1])
  gates[1]?.open()
  await works[1]
  expect(started).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3])
})

test('work that fails gives its place to the next', async () => {
  const turns = createConcurrencyLimiter({ atOnce: 1, waitingMax: 1 })
  const failing = turns(async () => {
    throw new Error('no')
  })
  const next = turns(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(await turns(async () => 'and another')).toBe('and another')
})

test('a failure that is everybody’s is told to all who wait, and whoever comes then gets a turn', async () => {
  const turns = createConcurrencyLimiter({
    atOnce: 1,
    waitingMax: 9,
    isForAll: (error) => error instanceof RangeError,
  })
  const { opened, open } = gate()
  const failing = turns(async () => {
    await opened
    throw new RangeError('away')
  })
  const behind = Array.from({ length: 9 }, () => turns(async () => 'not asked'))
  open()
  await expect(failing).rejects.toThrow('away')
  for (const one of behind)
    await expect(one).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  expect(await turns(async () => 'then')).toBe('then')
})
