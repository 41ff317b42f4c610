import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newResetToken, readResetToken } from './reset-token.ts'

const ID = '0199a000-0000-8000-8000-00000000002a'

test('a token can be read, for every account and every secret of 256 bits', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (accountId, secret) => {
      const { token, tokenHash } = newResetToken(accountId, (bytes) => {
        expect(bytes).toBe(32)
        return Buffer.from(secret)
      })
      expect(token).toMatch(/^[\w-]{64}$/)
      expect(readResetToken(token)).toEqual({ accountId, tokenHash })
      expect(tokenHash).toBe(createHash('sha256').update(secret).digest('hex'))
    }),
    { seed: Number(process.env.TEST_SEED) },
  )
})

test('any other text is no token', () => {
  const { token } = newResetToken(ID, (bytes) => Buffer.alloc(bytes, 1))
  for (const text of ['', ' ', token.slice(1), `${token}A`, `${token.slice(1)}=`, `A${token}`])
    expect(readResetToken(text), JSON.stringify(text)).toBeUndefined()
})
