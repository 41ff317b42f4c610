import { PRODUCT } from '@app/contracts/product.ts'
import { expect, test } from 'vitest'
import { detailOf } from '../../../testing/refused.ts'
import { exchangeFault, externalAnswer } from './ExternalLoginScreen.tsx'

test('a session id is read after the #', () => {
  expect(externalAnswer('#session_id=ab%2Fc')).toEqual({ sessionId: 'ab/c' })
})

test.each([
  ['', 'Invalid callback URL'],
  ['#other=1', 'Invalid callback URL'],
  ['#session_id=', 'No session ID found in URL'],
  ['#error=email-unverified', detailOf('email-unverified')],
  ['#error=external-login-failed', detailOf('external-login-failed')],
  ['#error=account-inactive', `Tu cuenta está desactivada. Escríbenos a ${PRODUCT.supportEmail}.`],
  ['#error=toString', 'Error processing authentication'],
  ['#error=', 'Error processing authentication'],
])('%j has its own reason', (hash, fault) => {
  expect(externalAnswer(hash)).toEqual({ fault })
})

test('an exchange that failed shows the reason, where the server gives one', () => {
  expect(exchangeFault({ status: 'FETCH_ERROR' })).toBe('Emergent login failed')
  expect(exchangeFault({ status: 401, data: { detail: 'Vencida.', code: 'external-login-failed' } })).toBe(
    'Vencida.',
  )
})
