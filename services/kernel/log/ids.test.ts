import { describe, expect, test } from 'vitest'
import { derivedId, newId } from './ids.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('a new id', () => {
  test('is a UUID of version 7, and no other is the same', () => {
    const made = Array.from({ length: 10_000 }, newId)
    expect(made.every((id) => UUID.exec(id)?.[1] === '7')).toBe(true)
    expect(new Set(made).size).toBe(made.length)
  })

  test('sorts after those made before it, within one millisecond too', () => {
    const made = Array.from({ length: 10_000 }, newId)
    expect([...made].sort()).toEqual(made)
  })
})

describe('a derived id', () => {
  test('is the same for ever, so that a second import is recognised', () => {
    expect(derivedId('demo profile')).toBe('22d1b2e1-75f8-5726-8951-cca387bab1ce')
    expect(derivedId('línea ñ\n1')).toBe('e900fb5e-c85d-5dcc-b4c6-bab416892d6a')
  })

  test('is of the bytes, whether they come as text or not', () => {
    expect(derivedId(Buffer.from('línea ñ\n1'))).toBe(derivedId('línea ñ\n1'))
    expect(derivedId(new TextEncoder().encode('demo profile'))).toBe(derivedId('demo profile'))
  })

  test('of bytes within a larger buffer is of these bytes alone', () => {
    const large = Buffer.from('before|demo profile|after')
    expect(derivedId(large.subarray(7, 19))).toBe(derivedId('demo profile'))
  })

  test('distinguishes bytes that are no text', () => {
    const ids = [[0xff], [0xfe], [0xff, 0xff], []].map((bytes) => derivedId(Uint8Array.from(bytes)))
    expect(new Set(ids).size).toBe(4)
  })
})
