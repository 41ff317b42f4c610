import { expect, test } from 'vitest'
import { postLogin } from './login.ts'
import { refusalsOf } from './api/call.ts'
import { REFUSALS, Refusal, type RefusalCode } from './refusals.ts'
import { testTable } from '../tests/support/every.ts'

const CODES = Object.keys(REFUSALS) as RefusalCode[]

/** Exact texts, where the rule of the language does not fit; SPEC.md's text of a wrong code has no full stop. */
const SAID: { readonly [C in RefusalCode]?: RegExp } = {
  'wrong-credentials': /^Correo o contraseña incorrectos\.$/,
  'invalid-code': /^Código de activación inválido$/,
}
const SPANISH = /(?:^|\s)(?:el|la|lo|tu|de|que|para|una?|este|esto|hay|encontramos|inicia)(?=[\s,.])/i
const ENGLISH = /\b(?:the|is|are|not|your|please|invalid|failed|try)\b/i

testTable(CODES)('what people read is one or more Spanish sentences', (code) => {
  const { detail } = REFUSALS[code]
  expect(detail).toMatch(SAID[code] ?? /^[¿¡]?[A-ZÁÉÍÓÚÑ].*[.?!]$/u)
  if (SAID[code] === undefined) expect(detail).toMatch(SPANISH)
  expect(detail).not.toMatch(ENGLISH)
})

test('what people read is the same for a wrong address and a wrong password', () => {
  const told = refusalsOf(postLogin).filter((code) => /correo|contraseña|cuenta/i.test(REFUSALS[code].detail))
  expect(told).toEqual(['wrong-credentials', 'account-inactive'])
})

test('a refusal has its table’s sentence, or a better one', () => {
  expect(new Refusal('not-found')).toMatchObject({ code: 'not-found', message: REFUSALS['not-found'].detail })
  const said = new Refusal('invalid', 'Falta.', { retryAfterSeconds: 3, field: 'email' })
  expect([said.message, said.code, said.retryAfterSeconds, said.field]).toEqual([
    'Falta.',
    'invalid',
    3,
    'email',
  ])
  expect(new Refusal('unavailable').retryAfterSeconds).toBeUndefined()
})
