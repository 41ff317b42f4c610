import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { KEY_BYTES, open, seal } from './sealing.ts'

test('encrypted text opens with its key, in its place, and neither elsewhere nor changed, and twice it differs', () => {
  const [key, other] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)]
  const plain = Buffer.from('+56 9 1234 5678')
  const sealed = seal(key, 'a', plain, randomBytes)
  expect(open(key, 'a', sealed)).toEqual(plain)
  const changed = Buffer.from(sealed)
  changed[sealed.length - 1]! ^= 1
  expect(() => open(key, 'b', sealed)).toThrow()
  expect(() => open(other, 'a', sealed)).toThrow()
  expect(() => open(key, 'a', changed)).toThrow()
  expect(seal(key, 'a', plain, randomBytes).equals(sealed)).toBe(false)
})
