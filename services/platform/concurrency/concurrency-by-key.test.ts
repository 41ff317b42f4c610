import { Refusal } from '@app/contracts/refusals.ts'
import { expect, test } from 'vitest'
import { createConcurrencyByKey } from './concurrency-limiter.ts'

const never = () => new Promise<never>(() => undefined)

test('a key that uses all its slots takes none of another key’s', async () => {
  const of = createConcurrencyByKey({ atOnce: 2, waitingMax: 1 })
  for (let n = 0; n < 3; n += 1) void of('a')(never)
  await expect(of('a')(async () => 'too many')).rejects.toThrow(Refusal)
  expect(await of('b')(async () => 'another')).toBe('another')
})

test('work that succeeds and work that fails both free their slot', async () => {
  const of = createConcurrencyByKey({ atOnce: 1, waitingMax: 0 })
  for (let n = 0; n < 3; n += 1) {
    expect(await of('a')(async () => n)).toBe(n)
    await expect(of('a')(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  }
})
