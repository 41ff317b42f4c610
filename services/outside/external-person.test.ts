import { expect, test } from 'vitest'
import { externalPersonOf } from './external-person.ts'

const ISSUER = 'https://proveedor.example'
const CLAIMS = { sub: '1234', email: 'ana@tarjeta.example', email_verified: true, name: 'Ana Muñoz' }
const personOf = (claims: Readonly<Record<string, unknown>>) =>
  externalPersonOf(ISSUER, { ...CLAIMS, ...claims })

test('a person is who the issuer says, by the issuer’s own number', () => {
  expect(personOf({ picture: 'https://elsewhere.example/ana.png' })).toEqual({
    issuer: ISSUER,
    subject: '1234',
    email: 'ana@tarjeta.example',
    isEmailVerified: true,
    name: 'Ana Muñoz',
  })
})

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, false],
  [1, false],
  ['yes', false],
  [null, false],
])('email_verified %j counts as verified: %j', (claim, isVerified) => {
  expect(personOf({ email_verified: claim }).isEmailVerified).toBe(isVerified)
})

test('who has no name is called as their mailbox is', () => {
  expect(personOf({ name: undefined }).name).toBe('ana')
  expect(personOf({ name: ' \u0000 ' }).name).toBe('ana')
})

test('a name is cut and freed of what cannot be stored', () => {
  expect(personOf({ name: 'Ana\u0000\n Muñoz' }).name).toBe('Ana Muñoz')
  expect(personOf({ name: 'ñ'.repeat(500) }).name).toHaveLength(120)
})

test.each([
  { sub: '' },
  { sub: 'x'.repeat(256) },
  { sub: undefined },
  { email: undefined },
  { email: 'nobody' },
  { email: 'a@b.cl\r\nBcc: c@d.cl' },
])('without a usable subject and mailbox it is nobody: %j', (claims) => {
  expect(() => personOf(claims)).toThrow()
})
