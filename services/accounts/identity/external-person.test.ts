import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import {
  externalPersonOf,
  hasMailbox,
  hasName,
  joinedClaims,
  type ExternalClaims,
} from './external-person.ts'
import { accountChoiceOf } from './external-login.ts'

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
  expect(personOf({ email_verified: claim }).email !== undefined).toBe(isVerified)
})

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
])('a claim that is not the very address vouches for no mailbox', (email) => {
  expect(personOf({ email }).email).toBeUndefined()
  expect(personOf({ email: ' Karla@Empresa.cl' }).email).toBe('Karla@Empresa.cl')
})

test.each([undefined, null, 7, '', ' \u0000 ', '\u200b\u2060', ' \u202e\u00ad ', '\ud800'])(
  'a person with the unreadable name %j is named after their mailbox',
  (name) => expect(personOf({ name }).name).toBe('ana'),
)

test.each([{ sub: '' }, { sub: 'x'.repeat(256) }, { sub: undefined }])(
  'claims without a usable subject are refused: %j',
  (claims) => {
    expect(() => personOf(claims)).toThrow()
  },
)

const { email, email_verified, name } = CLAIMS
const PARTS = { given_name: 'Ana', family_name: 'Muñoz' }

testTable<readonly [ExternalClaims, boolean, boolean]>([
  [{ email, email_verified, name }, true, true],
  [{ email, email_verified: false, ...PARTS }, true, true],
  [{ email, email_verified }, true, false],
  [{ email, email_verified, name: '', given_name: 'Ana' }, true, false],
  [{ email, name }, false, true],
  [{ email, email_verified: null }, false, false],
  [{ email_verified, name }, false, true],
])('a token says of itself whether it lacks the mailbox or the name', (claims, mailbox, named) =>
  expect([hasMailbox(claims), hasName(claims)]).toEqual([mailbox, named]),
)

const OTHER = 'otra@tarjeta.example'
const PERSON = { email, name }
testTable<readonly [ExternalClaims, ExternalClaims, object]>([
  [{ email, name }, { email_verified }, PERSON],
  [{ email, name }, { email, email_verified }, PERSON],
  [{ email_verified, name }, { email }, PERSON],
  [{ email, email_verified }, { name }, PERSON],
  [{ email, email_verified, name: '' }, PARTS, PERSON],
  [{ email_verified: true }, { email, email_verified: false, ...PARTS }, { ...PERSON, email: undefined }],
  [
    { email, email_verified: false },
    { email, email_verified, name },
    { ...PERSON, email: undefined },
  ],
  [
    { email, name },
    { email: OTHER, email_verified },
    { ...PERSON, email: undefined },
  ],
  [{ email, email_verified }, { email: OTHER, name }, PERSON],
])(
  'claims of token and UserInfo are one person, and none vouches for another mailbox',
  (token, userInfo, person) =>
    expect(externalPersonOf(ISSUER, joinedClaims({ sub: '1234', ...token }, userInfo))).toMatchObject(person),
)

test.each([
  ['https://accounts.google.com', undefined, true],
  ['https://accounts.google.com', ['none', 'consent', 'select_account'], true],
  ['https://login.microsoftonline.com/9188040d/v2.0', undefined, true],
  ['https://acceso.empresa.example', ['login', 'select_account'], true],
  ['https://acceso.empresa.example/realms/uno', ['none', 'login', 'consent'], false],
  ['https://acceso.empresa.example', undefined, false],
  ['https://accounts.google.com.empresa.example', undefined, false],
])(
  '%s, which supports the prompts %j, is asked for a choice of accounts: %s',
  (issuer, supported, isAsked) => {
    const metadata = { issuer, ...(supported && { prompt_values_supported: supported }) }
    expect(accountChoiceOf(metadata)).toEqual(isAsked ? { prompt: 'select_account' } : {})
  },
)
