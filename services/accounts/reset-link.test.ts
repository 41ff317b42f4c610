import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { readResetToken, resetMail, writeResetToken } from './reset-link.ts'

const publicUrl = 'https://tarjeta.example'
const link = `${publicUrl}/auth/reset?token=abc-_123`
const mailTo = (name: string) => resetMail({ to: 'ana@x.example', name, link, minutes: 60, publicUrl })

testTable([
  ['', ''],
  ['Gana en malo.example', ''],
  ['Estimado cliente de nuestro banco, su clave fue bloqueada por seguridad', ''],
  ['Ana Muñoz', ', Ana'],
])('a person is greeted by the first name, and other text is left out', (name, greeted) => {
  const { text, html } = mailTo(name)
  expect(text).toMatch(new RegExp(`^Hola${greeted}:\n`))
  if (greeted === '' && name !== '') expect(html).not.toContain(name.split(' ').at(-1))
})

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
