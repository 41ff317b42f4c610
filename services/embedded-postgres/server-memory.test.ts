import { expect, test } from 'vitest'
import { sharedBuffersMiB, usableMemory } from './server-memory.ts'

const GIB = 2 ** 30

test.each([
  [GIB / 2, 128],
  [GIB, 128],
  [2 * GIB, 256],
  [4 * GIB, 512],
  [24 * GIB, 1_024],
])('of %d bytes of memory the server keeps %d MiB for its files', (bytes, mib) => {
  expect(sharedBuffersMiB(bytes)).toBe(mib)
})

test('what a container allows counts, and no limit is none', () => {
  expect(usableMemory(8 * GIB, GIB)).toBe(GIB)
  expect(usableMemory(8 * GIB, 2 ** 63)).toBe(8 * GIB)
  expect(usableMemory(8 * GIB, 0)).toBe(8 * GIB)
})
