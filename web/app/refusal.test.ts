import { PRODUCT } from '@app/contracts/product.ts'
import { REFUSALS, tooManyLogins } from '@app/contracts/refusals.ts'
import { expect, test } from 'vitest'
import { fieldFaults, mayStillBeTaken, refusalFrom, refusalText } from './refusal.ts'

const refused = (status: number, code: string, more: object = {}) => ({
  status,
  data: { detail: 'Lo que dice el servidor.', code, ...more },
})

test('the server’s text is shown, else the fixed one', () => {
  expect(refusalText(refused(401, 'wrong-credentials'), 'Login failed')).toBe('Lo que dice el servidor.')
  const support = `Tu cuenta está desactivada. Escríbenos a ${PRODUCT.supportEmail}.`
  expect(refusalText(refused(403, 'account-inactive'), '')).toBe(support)
  for (const error of [undefined, { status: 'FETCH_ERROR', error: 'x' }, { status: 502, data: '<html>' }]) {
    expect(refusalText(error, 'Login failed')).toBe('Login failed')
    expect(refusalFrom(error)).toBeUndefined()
  }
})

test('too many tries show the minutes to wait, rounded up', () => {
  const tooMany = (retryAfterSeconds: number | undefined, detail: string = REFUSALS['too-many'].detail) => ({
    ...refused(429, 'too-many', { detail }),
    retryAfterSeconds,
  })
  expect(refusalText(tooMany(601), '')).toBe('Demasiados intentos. Prueba en 11 minutos.')
  expect(refusalText(tooMany(5), '')).toBe('Demasiados intentos. Prueba en 1 minuto.')
  expect(refusalText(tooMany(undefined, 'Lo que dice el servidor.'), '')).toBe('Lo que dice el servidor.')
  expect(refusalText(tooMany(601, tooManyLogins(601)), '')).toBe(
    'Demasiados intentos. Espera 11 minutos, o pide un enlace para restablecer tu contraseña: con él entras de inmediato.',
  )
})

test('a fault belongs to a field only if the form has it', () => {
  const error = refused(422, 'invalid', { field: 'email' })
  expect(fieldFaults(error, ['name', 'email'])).toEqual({ email: 'Lo que dice el servidor.' })
  expect(fieldFaults(error, ['code'])).toBeUndefined()
  expect(fieldFaults(refused(409, 'email-taken'), ['email'])).toBeUndefined()
})

test('a request may still be taken when nobody answered, or when it has to wait', () => {
  for (const error of [{ status: 'FETCH_ERROR' }, refused(503, 'unavailable'), refused(429, 'too-many')]) {
    expect(mayStillBeTaken(error)).toBe(true)
  }
  expect(mayStillBeTaken(refused(409, 'email-taken'))).toBe(false)
})
