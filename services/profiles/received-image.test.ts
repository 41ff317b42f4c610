import { expect, test } from 'vitest'
import { createUploadMemory } from './received-image.ts'

test('uploads together take no more than the limit, and release all of it', () => {
  const memory = createUploadMemory(100)
  const [one, other] = [memory.open(), memory.open()]
  expect([one.take(60), other.take(50), other.take(40)]).toEqual([true, false, true])
  one.release()
  one.release()
  expect([other.take(61), other.take(60)]).toEqual([false, true])
  other.release()
  expect(memory.open().take(100)).toBe(true)
})

test('bytes after the release are not counted', () => {
  const memory = createUploadMemory(100)
  const one = memory.open()
  one.release()
  expect(one.take(1)).toBe(false)
  expect(memory.open().take(100)).toBe(true)
})
