import { expect, test } from 'vitest'
import { externalPersonOf } from './external-person.ts'

const ISSUER = 'https://proveedor.example'
const CLAIMS = { sub: '1234', email: 'ana@tarjeta.example', email_verified: true, name: 'Ana Muñoz' }
const personOf = (claims: Readonly<Record<string, unknown>>) =>
  externalPersonOf(ISSUER, { ...CLAIMS, ...claims })

test('a person is identified by the issuer and its subject', () => {
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

test.each([
  ['ﬁona@empresa.cl', 'fiona@empresa.cl', false],
  ['ａna@empresa.cl', 'ana@empresa.cl', false],
  ['ana․paz@empresa.cl', 'ana.paz@empresa.cl', false],
  ['a\u200bna@empresa.cl', 'ana@empresa.cl', false],
  ['\u212aarla@empresa.cl', 'Karla@empresa.cl', false],
  [' Karla@Empresa.cl', 'Karla@Empresa.cl', true],
  ['mun\u0303oz@empresa.cl', 'muñoz@empresa.cl', false],
])('the claim %j verifies the mailbox %j: %j', (said, email, isVerified) => {
  expect(personOf({ email: said })).toMatchObject({ email, isEmailVerified: isVerified })
})

test.each([undefined, null, 7, '', ' \u0000 ', '\u200b\u2060', ' \u202e\u00ad ', '\ud800'])(
  'a person with the unreadable name %j is named after their mailbox',
  (name) => expect(personOf({ name }).name).toBe('ana'),
)

test.each([
  ['Ana\u0000\n Muñoz', 'Ana Muñoz'],
  ['Ana\nMuñoz\u2028Soto', 'Ana Muñoz Soto'],
  ['  Ana Muñoz\t', 'Ana Muñoz'],
  ['Ana\ud800Muñoz', 'AnaMuñoz'],
  ['👩‍🚀 Ana', '👩‍🚀 Ana'],
])('%j is cleaned to %j, as a typed name is', (said, name) =>
  expect(personOf({ name: said }).name).toBe(name),
)

test.each(['ñ', '👩'])('a name of many %s is cut to whole characters', (character) => {
  const { name } = personOf({ name: `a${character.repeat(500)}` })
  expect(name).toHaveLength(character === 'ñ' ? 120 : 119)
  expect(name).not.toMatch(/\p{Surrogate}/u)
})

test.each([
  { sub: '' },
  { sub: 'x'.repeat(256) },
  { sub: undefined },
  { email: undefined },
  { email: 'nobody' },
  { email: 'a@b.cl\r\nBcc: c@d.cl' },
])('claims without a usable subject and mailbox are refused: %j', (claims) => {
  expect(() => personOf(claims)).toThrow()
})
