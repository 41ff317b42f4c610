import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readResetToken, writeResetToken } from './reset-token.ts'

const ID = '0199a000-0000-8000-8000-00000000002a'
const endsAt = new Date('2026-11-20T13:00:00.000Z')

test('a token can be read, for every account and every proof', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (accountId, proof) => {
      const token = writeResetToken({ accountId, endsAt, proof })
      expect(token).toMatch(/^[\w-]{48}$/)
      expect(readResetToken(token)).toEqual({ accountId, endsAt, proof })
    }),
    { seed: Number(process.env.TEST_SEED) },
  )
})

test('any other text is no token', () => {
  const token = writeResetToken({ accountId: ID, endsAt, proof: ID })
  for (const text of ['', ' ', token.slice(1), `${token}A`, `${token.slice(1)}=`, `A${token}`])
    expect(readResetToken(text), JSON.stringify(text)).toBeUndefined()
})
