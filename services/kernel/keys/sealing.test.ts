import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../tests/support/longer-runs.ts'
import { KEY_BYTES, open, seal } from './sealing.ts'

const bytes = (maxLength: number, minLength = 0) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array))
const keys = bytes(KEY_BYTES, KEY_BYTES)

test('encrypted text opens with its key, in its place, and neither elsewhere nor changed nor cut', () => {
  fc.assert(
    fc.property(
      fc.record({ key: keys, place: fc.string(), plain: bytes(200), nonce: bytes(12, 12) }),
      fc.string(),
      keys,
      fc.nat(),
      ({ key, place, plain, nonce }, elsewhere, other, at) => {
        const sealed = seal(key, place, plain, () => nonce)
        expect(open(key, place, sealed).equals(plain)).toBe(true)
        expect(sealed).toHaveLength(plain.length + 12 + 16)
        fc.pre(elsewhere !== place && !other.equals(key))
        expect(() => open(key, elsewhere, sealed)).toThrow()
        expect(() => open(other, place, sealed)).toThrow()
        const changed = Buffer.from(sealed)
        const bit = at % (changed.length * 8)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        expect(() => open(key, place, changed)).toThrow()
        for (let length = 0; length < sealed.length; length += 1)
          expect(() => open(key, place, sealed.subarray(0, length))).toThrow()
      },
    ),
    { seed: Number(process.env.TEST_SEED), numRuns: runs(500) },
  )
})

test('the same text encrypted twice differs, and never contains the clear text', () => {
  const key = randomBytes(KEY_BYTES)
  const plain = Buffer.from('+56 9 1234 5678')
  const [one, other] = [seal(key, 'a', plain, randomBytes), seal(key, 'a', plain, randomBytes)]
  expect(one.equals(other)).toBe(false)
  expect(one.includes(plain)).toBe(false)
})
