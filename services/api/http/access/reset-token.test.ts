import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newResetToken, readResetToken } from './reset-token.ts'

const seed = Number(process.env.TEST_SEED)
const ID = '0199a000-0000-8000-8000-00000000002a'

test('a token can be read, for every account and every secret', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (accountId, secret) => {
      const { token, tokenHash } = newResetToken(accountId, () => Buffer.from(secret))
      expect(token).toMatch(/^[\w-]{64}$/)
      expect(readResetToken(token)).toEqual({ accountId, tokenHash })
      expect(tokenHash).toBe(createHash('sha256').update(secret).digest('hex'))
    }),
    { seed },
  )
})

test('a token carries 256 bits of the source that was passed in', () => {
  const asked: number[] = []
  const random = (bytes: number): Buffer => {
    asked.push(bytes)
    return Buffer.alloc(bytes, 7)
  }
  newResetToken(ID, random)
  expect(asked).toEqual([32])
})

test('another secret has another hash', () => {
  const hashes = Array.from({ length: 50 }, () => newResetToken(ID, randomBytes).tokenHash)
  expect(new Set(hashes).size).toBe(50)
})

test('any other text is no token', () => {
  const { token } = newResetToken(ID, randomBytes)
  for (const text of ['', ' ', token.slice(1), `${token}A`, `${token} `, `${token.slice(1)}=`, `\n${token}`])
    expect(readResetToken(text), JSON.stringify(text)).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      fc.pre(!/^[\w-]{64}$/.test(text))
      expect(readResetToken(text)).toBeUndefined()
    }),
    { seed },
  )
})

test('an account whose id is no UUID cannot have a token', () => {
  expect(() => newResetToken('ana', randomBytes)).toThrow('UUID')
})
