import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEY_BYTES, open, seal } from './sealing.ts'
import { runs } from '../../../tests/support/longer-runs.ts'

const seed = Number(process.env['TEST_SEED'])
const bytes = (range: { minLength?: number; maxLength: number }) =>
  fc.uint8Array(range).map((array) => Buffer.from(array))
const keys = bytes({ minLength: KEY_BYTES, maxLength: KEY_BYTES })
const nonces = bytes({ minLength: 12, maxLength: 12 })
const texts = bytes({ maxLength: 200 })
const places = fc.string()
const sealings = fc.record({ key: keys, place: places, plain: texts, nonce: nonces }).map((sealing) => {
  const { key, place, plain, nonce } = sealing
  return { ...sealing, sealed: seal(key, place, plain, () => nonce) }
})

test('sealed text is decrypted with its key, in its field, to the original', () => {
  fc.assert(
    fc.property(sealings, ({ key, place, plain, sealed }) => {
      expect(open(key, place, sealed).equals(plain)).toBe(true)
      expect(sealed).toHaveLength(plain.length + 12 + 16)
    }),
    { seed },
  )
})

test('sealed text that was moved, or in which one bit was changed, does not open, nor with another key', () => {
  fc.assert(
    fc.property(sealings, places, keys, fc.nat(), ({ key, place, sealed }, elsewhere, other, at) => {
      fc.pre(elsewhere !== place && !other.equals(key))
      expect(() => open(key, elsewhere, sealed)).toThrow()
      expect(() => open(other, place, sealed)).toThrow()
      const changed = Buffer.from(sealed)
      const bit = at % (changed.length * 8)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => open(key, place, changed)).toThrow()
    }),
    { seed, numRuns: runs(500) },
  )
})

test('sealed text that was cut anywhere does not open', () => {
  fc.assert(
    fc.property(sealings, ({ key, place, sealed }) => {
      for (let length = 0; length < sealed.length; length += 1)
        expect(() => open(key, place, sealed.subarray(0, length))).toThrow()
    }),
    { seed, numRuns: runs(100), examples: [[{ ...sealedNothing(), key: Buffer.alloc(KEY_BYTES, 7) }]] },
  )
})

function sealedNothing() {
  const [key, place, plain, nonce] = [Buffer.alloc(KEY_BYTES, 7), 'a', Buffer.alloc(0), Buffer.alloc(12, 1)]
  return { key, place, plain, nonce, sealed: seal(key, place, plain, () => nonce) }
}

test('the same text sealed twice differs, and never contains the clear text', () => {
  const key = randomBytes(KEY_BYTES)
  const plain = Buffer.from('+56 9 1234 5678')
  const [one, other] = [seal(key, 'a', plain, randomBytes), seal(key, 'a', plain, randomBytes)]
  expect(one.equals(other)).toBe(false)
  expect(one.includes(plain)).toBe(false)
})
