import { expect, test } from 'vitest'
import { sharedBuffersMiB, usableMemory } from './configuration.ts'

const GIB = 2 ** 30

test.each([
  [GIB / 2, 128],
  [GIB, 128],
  [2 * GIB, 256],
  [4 * GIB, 512],
  [24 * GIB, 1_024],
])('a machine with %d bytes of memory gives the server %d MiB of shared buffers', (bytes, mib) => {
  expect(sharedBuffersMiB(bytes)).toBe(mib)
})

test('a container’s limit counts as the memory, and an absent limit does not', () => {
  expect(usableMemory(8 * GIB, GIB)).toBe(GIB)
  expect(usableMemory(8 * GIB, 2 ** 63)).toBe(8 * GIB)
  expect(usableMemory(8 * GIB, 0)).toBe(8 * GIB)
})
