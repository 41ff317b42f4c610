import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { externalPersonOf } from './external-login.ts'

const ISSUER = 'https://proveedor.example'
const CLAIMS = { sub: '1234', email: 'ana@tarjeta.example', email_verified: true, name: 'Ana Muñoz' }
const personOf = (claims: Readonly<Record<string, unknown>>) =>
  externalPersonOf(ISSUER, { ...CLAIMS, ...claims })

test('a person is identified by the issuer and its subject', () => {
  expect(personOf({ picture: 'https://elsewhere.example/ana.png' })).toEqual({
    issuer: ISSUER,
    subject: '1234',
    email: 'ana@tarjeta.example',
    name: 'Ana Muñoz',
  })
})

testTable([true, 'true', false, 'false', undefined, 1, 'yes', null])(
  'an address counts as verified where the provider says so, also as text',
  (email_verified) => {
    const isVerified = email_verified === true || email_verified === 'true'
    expect(personOf({ email_verified }).email !== undefined).toBe(isVerified)
  },
)

testTable([
  'ﬁona@empresa.cl',
  'ａna@empresa.cl',
  'ana․paz@empresa.cl',
  'a\u200bna@empresa.cl',
  '\u212aarla@empresa.cl',
  'mun\u0303oz@empresa.cl',
  'a@b.cl\r\nBcc: c@d.cl',
  'nobody',
  '',
  undefined,
  null,
  7,
])('an e-mail of a provider that is not exactly an address proves no mailbox', (email) => {
  expect(personOf({ email }).email).toBeUndefined()
  expect(personOf({ email: ' Karla@Empresa.cl' }).email).toBe('Karla@Empresa.cl')
})

testTable([undefined, null, 7, '', ' \u0000 ', '\u200b\u2060', ' \u202e\u00ad ', '\ud800'])(
  'a person with an unreadable name is named after their mailbox',
  (name) => expect(personOf({ name }).name).toBe('ana'),
)

testTable(['', 'x'.repeat(256), undefined])('claims without a usable subject are refused', (sub) =>
  expect(() => personOf({ sub })).toThrow(),
)
