import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

const NEVER_MS = 3_600_000
const never = new Promise<string>(() => undefined)

test('work that ends in time gives its outcome', async () => {
  expect(await withTimeout(Promise.resolve('done'), NEVER_MS, () => 'late')).toBe('done')
  await expect(withTimeout(Promise.reject(new Error('failed')), NEVER_MS, () => 'late')).rejects.toThrow(
    'failed',
  )
})

test('work that takes longer gives the alternative, or its error', async () => {
  expect(await withTimeout(never, 1, () => 'late')).toBe('late')
  const refused = withTimeout(never, 1, () => {
    throw new Error('too late')
  })
  await expect(refused).rejects.toThrow('too late')
})

test('work that fails after its time causes no unhandled rejection', async () => {
  const work = new Promise<string>((_resolve, reject) => {
    setTimeout(() => reject(new Error('too late')), 5)
  })
  expect(await withTimeout(work, 1, () => 'late')).toBe('late')
  await new Promise((resolve) => setTimeout(resolve, 10))
})
