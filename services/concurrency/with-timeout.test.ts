import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

const NEVER_MS = 3_600_000
const never = new Promise<string>(() => undefined)

test('work that is done in time is answered with its outcome', async () => {
  expect(await withTimeout(Promise.resolve('done'), NEVER_MS, () => 'late')).toBe('done')
  await expect(withTimeout(Promise.reject(new Error('failed')), NEVER_MS, () => 'late')).rejects.toThrow(
    'failed',
  )
})

test('work that takes longer is answered otherwise, or refused', async () => {
  expect(await withTimeout(never, 1, () => 'late')).toBe('late')
  const refused = withTimeout(never, 1, () => {
    throw new Error('too late')
  })
  await expect(refused).rejects.toThrow('too late')
})

test('work that fails after it was given up disturbs nobody', async () => {
  const work = new Promise<string>((_resolve, reject) => {
    setTimeout(() => reject(new Error('nobody listens')), 5)
  })
  expect(await withTimeout(work, 1, () => 'late')).toBe('late')
  await new Promise((resolve) => setTimeout(resolve, 10))
})
