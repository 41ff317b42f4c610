import { expect, test } from 'vitest'
import { positionOf } from '@app/contracts/event-store.ts'
import { createSealHead, trustedKeys } from './seal-head.ts'
import { noteSigner, renamedKey } from '../signed-note.ts'
import { createHeadInMemory } from '../testing/head-in-memory.ts'

const PLACELESS = '{"size":1,"root":"","vkey":"x","sealedAt":"","formerVkeys":[],"position":"-1"}'
const vkeyOf = (seed: number, name = 'log.example/registro'): string =>
  noteSigner(name, Buffer.alloc(32, seed)).vkey
const headOf = (size: number, vkey = vkeyOf(1)) => ({
  size,
  root: Buffer.alloc(32, size),
  vkey,
  sealedAt: '2026-11-23T12:00:00.000Z',
})

test('a head goes forward only, whoever of two writers is slower [SEAL-12]', async () => {
  const head = createHeadInMemory()
  await Promise.all([7, 3, 9, 8].map((size) => head.advance(headOf(size))))
  expect(await head.read()).toEqual({ ...headOf(9), formerVkeys: [] })
})

test('a restored log that was accepted takes it back [SEAL-12]', async () => {
  const head = createHeadInMemory()
  await head.advance(headOf(9))
  await head.replace(headOf(4))
  expect(await head.read()).toMatchObject({ size: 4 })
})

test('its place in the log is kept, and added to a head of before [SEAL-12]', async () => {
  const head = createHeadInMemory()
  const position = positionOf(2n ** 62n)
  await head.advance(headOf(9))
  await head.advance({ ...headOf(9), position })
  expect(await head.read()).toEqual({ ...headOf(9), position, formerVkeys: [] })
  await head.advance(headOf(9))
  expect(await head.read()).toMatchObject({ position })
  await head.advance(headOf(10))
  expect(await head.read()).toEqual({ ...headOf(10), formerVkeys: [] })
})

test('a lost key stays known, and the same key under another name is none [SEAL-12]', async () => {
  const head = createHeadInMemory()
  const renamed = vkeyOf(1, 'otro.example/registro')
  for (const [size, vkey] of [
    [1, vkeyOf(1)],
    [2, renamed],
    [3, vkeyOf(2)],
    [3, vkeyOf(3)],
    [4, vkeyOf(2)],
  ] as const)
    await head.advance(headOf(size, vkey))
  expect(trustedKeys(vkeyOf(2), await head.read())).toEqual([vkeyOf(2), vkeyOf(2), vkeyOf(3), renamed])
  expect(renamedKey(vkeyOf(1), 'otro.example/registro')).toBe(renamed)
})

test('a head that cannot be read is no absent one [SEAL-12]', async () => {
  for (const text of ['', '{', '{"size":-1}', 'null', '{"size":1,"root":"","vkey":"x"}', PLACELESS]) {
    const head = createSealHead({ read: async () => text, write: async () => undefined })
    await expect(head.read(), text).rejects.toThrow()
    await expect(head.advance(headOf(1)), text).rejects.toThrow()
  }
})
