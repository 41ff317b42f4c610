import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMAIL_FAULT, emailAddress, mailboxBehind, mailboxOf, normalEmail } from './email.ts'
import { LIMITS } from '../limits/limits.ts'
import { runs } from '../../tests/support/longer-runs.ts'
import { testTable } from '../../tests/support/every.ts'

const seed = Number(process.env['TEST_SEED'])
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
    'ana@x.example, luis@x.example',
    'ana@[127.0.0.1]',
  ])('is none where it is not one mailbox', (typed) => {
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

  const sign = fc.oneof(
    fc.constantFrom(...'a@.<>,;:"\\()[]?&% \t\r\n\0', '\u2028', '\u0085', '\u200b', '；', '＠', '﹫', '，'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const typed = fc
    .tuple(fc.string({ unit: sign }), fc.string({ unit: sign }))
    .map(([a, b]) => `a${a}@${b}x.cl`)
  test('adds no second recipient and no header field, whatever is typed [ACC-18]', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const kept = emailAddress.safeParse(text)
        if (!kept.success) return
        expect(kept.data).toMatch(
          /^[^\s\p{Cc}\p{Cf}\p{Cs}"<>()[\],;:?@]+@[^\s\p{Cc}\p{Cf}\p{Cs}"<>()[\],;:?&@]+$/u,
        )
        expect(Object.values(mailboxOf(kept.data) ?? {}).join('@')).toBe(kept.data)
        expect(kept.data.length).toBeLessThanOrEqual(LIMITS.emailCharsMax)
        expect(emailAddress.parse(kept.data)).toBe(kept.data)
      }),
      { seed, numRuns: runs(3_000) },
    )
  })
})

describe('one account', () => {
  testTable(['\u202aana@x.example', 'ana\u3164@x.example', 'Ana Paz <Ana@x.example>'])(
    'has its e-mail in any spelling',
    (typed) => expect(normalEmail(typed)).toBe('ana@x.example'),
  )

  test('is found by its stored address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (local) => {
        const kept = emailAddress.safeParse(`a${local}@x.example`)
        if (kept.success) expect(normalEmail(kept.data)).toBe(normalEmail(`a${local}@x.example`))
      }),
      { seed, numRuns: runs(1_000) },
    )
  })
})

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

test('the mailbox behind an address is the same for the mailbox itself', () => {
  const words = fc.stringMatching(/^[a-z.+]{1,8}$/)
  fc.assert(
    fc.property(words, fc.constantFrom('gmail.com', 'x.example', 'ñ.example'), (local, domain) => {
      const mailbox = mailboxBehind(`${local}@${domain}`)
      expect(mailboxBehind(mailbox)).toBe(mailbox)
    }),
    { seed },
  )
})
