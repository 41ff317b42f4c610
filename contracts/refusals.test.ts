import { expect, test } from 'vitest'
import { postLogin } from './api/accounts/auth-calls.ts'
import { refusalsOf } from './api/call-refusals.ts'
import { REFUSALS, Refusal, refusalBody, type RefusalCode } from './refusals.ts'
import { testTable } from '../tests/support/every.ts'

/** The table written out, because programs rely on the status of each code. */
const STATUS: Record<RefusalCode, number> = {
  'invalid-token': 400,
  malformed: 400,
  unauthenticated: 401,
  'wrong-credentials': 401,
  'external-login-failed': 401,
  forbidden: 403,
  'sign-in-again': 403,
  'account-inactive': 403,
  needs_activation: 403,
  'email-unverified': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'profile-not-found': 404,
  'visitor-not-found': 404,
  conflict: 409,
  'email-taken': 409,
  'already-activated': 409,
  'profile-limit': 409,
  'history-full': 409,
  'last-administrator': 409,
  'own-account': 409,
  'in-progress': 409,
  'event-id-taken': 409,
  'too-large': 413,
  'image-too-large': 413,
  'unsupported-image': 415,
  'unsupported-media': 415,
  'invalid-code': 422,
  invalid: 422,
  busy: 429,
  'too-many': 429,
  unexpected: 500,
  unavailable: 503,
}
const CODES = Object.keys(REFUSALS) as RefusalCode[]

test('every refusal has the status of the table', () => {
  expect(Object.fromEntries(CODES.map((code) => [code, REFUSALS[code].status]))).toEqual(STATUS)
})

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

test('the body of a refusal is a detail and a code', () => {
  expect(refusalBody.parse({ detail: 'No.', code: 'forbidden' })).toEqual({
    detail: 'No.',
    code: 'forbidden',
  })
  expect(refusalBody.safeParse({ detail: 'No.' }).success).toBe(false)
})
