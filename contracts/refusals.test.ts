import { expect, test } from 'vitest'
import { postLogin } from './login.ts'
import { refusalsOf } from './api/call.ts'
import { REFUSALS, Refusal, type RefusalCode } from './refusals.ts'
import { testTable } from '../tests/support/every.ts'

/** The rule of the language does not fit these two, which `shapes.txt` has; SPEC.md's text of a wrong code has no full stop. */
const SHORT = ['wrong-credentials', 'invalid-code']
const CODES = (Object.keys(REFUSALS) as RefusalCode[]).filter((code) => !SHORT.includes(code))
const SPANISH = /(?:^|\s)(?:el|la|lo|tu|de|que|para|una?|este|esto|hay|encontramos|inicia)(?=[\s,.])/i
const ENGLISH = /\b(?:the|is|are|not|your|please|invalid|failed|try)\b/i

testTable(CODES)('what people read is one or more Spanish sentences', (code) => {
  const { detail } = REFUSALS[code]
  expect(detail).toMatch(/^[¿¡]?[A-ZÁÉÍÓÚÑ].*[.?!]$/u)
  expect(detail).toMatch(SPANISH)
  expect(detail).not.toMatch(ENGLISH)
})

test('what people read is the same for a wrong address and a wrong password', () => {
  const told = refusalsOf(postLogin).filter((code) => /correo|contraseña|cuenta/i.test(REFUSALS[code].detail))
  expect(told).toEqual(['wrong-credentials', 'account-inactive'])
})

test('a refusal has its table’s sentence, or a better one', () => {
  expect(new Refusal('not-found')).toMatchObject({ code: 'not-found', message: REFUSALS['not-found'].detail })
  const better = { message: 'Falta.', retryAfterSeconds: 3, field: 'email' }
  expect(new Refusal('invalid', 'Falta.', better)).toMatchObject({ code: 'invalid', ...better })
  expect(new Refusal('unavailable').retryAfterSeconds).toBeUndefined()
})
