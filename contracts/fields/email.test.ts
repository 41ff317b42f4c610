import { describe, expect, test } from 'vitest'
import { EMAIL_FAULT, emailAddress, mailboxBehind, normalEmail, likelyEmail } from './email.ts'
import { LIMITS } from '../limits/limits.ts'
import { testTable } from '../../tests/support/every.ts'

const faultOf = (typed: unknown): string | undefined =>
  emailAddress.safeParse(typed).error?.issues[0]?.message

describe('an address that mail will be sent to', () => {
  testTable([
    ['jose\u0301@x.example', 'josé@x.example'],
    ['<ana@x.example>', 'ana@x.example'],
    ['"Paz, Ana" <ana@x.example>;', 'ana@x.example'],
    ['Ana <mailto:ana@x.example>', 'ana@x.example'],
    ['mailto:ana@x.example', 'ana@x.example'],
    ['ana@x.example, ', 'ana@x.example'],
  ])('is kept in one form', (typed, kept) => {
    expect(emailAddress.parse(typed)).toBe(kept)
  })

  testTable([
    '@x.example',
    'ana@@x.example',
    'ana paz@x.example',
    'ana@x.example <luis@x.example>',
    'Ana <ana@x.example>, Luis <luis@x.example>',
    '"ana"@x.example',
    'ana@x.example?bcc=luis@x.example',
    'ana@[127.0.0.1]',
  ])('is none where it is not one mailbox [ACC-18]', (typed) => {
    expect(faultOf(typed)).toBe(EMAIL_FAULT)
  })

  testTable([
    ['', 'Completa este campo.'],
    ['  ', 'Completa este campo.'],
    ['a\r\nBcc: b@x.example', 'Hay caracteres que no se pueden guardar.'],
    ['a\0@x.example', 'Hay caracteres que no se pueden guardar.'],
    ['a\u2028b@x.example', 'Hay caracteres que no se pueden guardar.'],
    [`${'a'.repeat(LIMITS.emailCharsMax)}@x.example`, 'Máximo 254 caracteres.'],
  ])('is refused with its fault', (typed, fault) => {
    expect(faultOf(typed)).toBe(fault)
  })

  test('is no longer than its limit in its stored form', () => {
    expect(faultOf(`${'ﬃ'.repeat(100)}@x.example`)).toBe('Máximo 254 caracteres.')
  })
})

testTable(['\u202aana@x.example', 'ana\u3164@x.example', 'Ana Paz <Ana@x.example>'])(
  'one account has its e-mail in any spelling',
  (typed) => expect(normalEmail(typed)).toBe('ana@x.example'),
)

testTable([
  ['Ana.Paz+feria@Empresa.example', 'ana.paz@empresa.example'],
  ['ana+a+b@empresa.example', 'ana@empresa.example'],
  ['+ana@empresa.example', '+ana@empresa.example'],
  ['a.n.a+x@GMail.com', 'ana@gmail.com'],
  ['ana@googlemail.com', 'ana@gmail.com'],
  ['ana@ñandú.example', 'ana@xn--and-6ma2c.example'],
])('the mailbox behind an address is one for all tags, dots and capitals', (typed, mailbox) => {
  expect(mailboxBehind(typed)).toBe(mailbox)
})

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.cl', 'ana@gmail.com'],
  [' ana@Hotmial.com ', 'ana@hotmail.com'],
  ['Ana@AndesNorte.con', 'Ana@andesnorte.com'],
  ['ana@gmail.com', undefined],
  ['ana@ymail.com', undefined],
  ['Ana Paz <ana@x.cl>', undefined],
  ['', undefined],
])('%j was probably meant to be %s', (typed, meant) => expect(likelyEmail(typed)).toBe(meant))
