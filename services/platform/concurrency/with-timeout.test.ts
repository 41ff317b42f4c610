import { setImmediate as nextTurn } from 'node:timers/promises'
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
