// @vitest-environment happy-dom
import { PRODUCT } from '@app/contracts/product.ts'
import { tooManyLogins } from '@app/contracts/refusals.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { enterText } from '../../../testing/enter-text.ts'
import { session } from '../../../testing/fixtures.ts'
import { createGate } from '../../../../tests/support/gate.ts'
import { detailOf, refused } from '../../../testing/refused.ts'
import { address, fakeApi, showAt } from '../../../testing/screen.tsx'
import { storedDestination } from '../../../app/session/login-state.ts'
import { keepScannedCode } from '../register/activation-memory.ts'
import { externalAnswer } from './ExternalLoginScreen.tsx'
import { LoginScreen } from './LoginScreen.tsx'

const api = fakeApi()
const LOGIN = '*/api/auth/login'
const METHODS = '*/api/auth/methods'
const FORGOT = '*/api/auth/forgot-password'

beforeEach(() => {
  api.use(http.get(METHODS, () => HttpResponse.json({ password: true, external: null })))
})

const show = () => showAt('/login', <LoginScreen />)

async function signIn(password = 'Correcta1') {
  await enterText(screen.getByLabelText('Correo electrónico'), 'antonia@andesnorte.cl')
  await enterText(screen.getByLabelText('Contraseña'), password, '{Enter}')
}

test('signing in begins a session; meanwhile the button shows it and a second press does nothing', async () => {
  const sent: unknown[] = []
  const gate = createGate()
  api.use(
    http.post(LOGIN, async ({ request }) => {
      sent.push(await request.json())
      await gate.opened
      return HttpResponse.json(session)
    }),
  )
  const store = show()
  await signIn()
  await userEvent.click(await screen.findByRole('button', { name: 'Entrando...' }))
  gate.open()
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(store.getState().session.signedIn?.token).toBe(session.access_token)
  expect(sent).toEqual([{ email: 'antonia@andesnorte.cl', password: 'Correcta1' }])
})

test('a refusal shows the server’s sentence, or a fixed one, in sight, and keeps what was typed', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  api.use(http.post(LOGIN, () => refused('wrong-credentials')))
  show()
  await signIn('Equivocada1')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(detailOf('wrong-credentials'))
  expect(shown.mock.contexts).toEqual([alert])
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('Equivocada1')
  for (const [answer, text] of [
    [
      () => refused('too-many', { retryAfter: 840, detail: tooManyLogins(840) }),
      'Demasiados intentos. Espera 14 minutos, o pide un enlace para restablecer tu contraseña: con él entras de inmediato.',
    ],
    [() => HttpResponse.error(), 'Login failed'],
  ] as const) {
    api.use(http.post(LOGIN, answer))
    await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
  }
})

test('an empty form makes no call and goes to the first field; the password can be shown and hidden', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  const email = screen.getByLabelText('Correo electrónico')
  expect(document.activeElement).toBe(email)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Completa este campo.')).toHaveLength(2)
  const password = screen.getByLabelText<HTMLInputElement>('Contraseña')
  expect([email.getAttribute('autocomplete'), password.autocomplete]).toEqual([
    'username',
    'current-password',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
  expect(password.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }))
  expect(password.type).toBe('password')
  expect(screen.getByRole('link', { name: 'Regístrate' }).getAttribute('href')).toBe('/register')
})

test('the external provider is named and led to', async () => {
  api.use(http.get(METHODS, () => HttpResponse.json({ password: true, external: { name: 'Google' } })))
  showAt(
    { pathname: '/login', state: { from: { pathname: '/dashboard', search: '?range=7d' } } },
    <LoginScreen />,
  )
  const link = await screen.findByRole('link', { name: 'Continuar con Google' })
  expect(link.getAttribute('href')).toBe('/api/auth/external/start')
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(storedDestination()).toBe('/dashboard?range=7d')
})

test('in the browser of an app, where Google refuses everybody, the screen says so and leads out with the card’s code', async () => {
  api.use(http.get(METHODS, () => HttpResponse.json({ password: true, external: { name: 'Google' } })))
  keepScannedCode('ABCD-2345-WXYZ')
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0.0.0 Mobile Safari/537.36 Instagram 384.0.0.46.83 Android',
  )
  show()
  const link = await screen.findByRole('link', { name: 'Abrir en Chrome' })
  expect(screen.getByText(/^Google no deja entrar desde la aplicación/).textContent).toContain('correo')
  expect(link.getAttribute('href')).toMatch(/^intent:.*\/activate#code=ABCD-2345-WXYZ#Intent;/)
  await userEvent.click(screen.getByRole('button', { name: 'Copiar enlace' }))
  await screen.findByText('Enlace copiado')
  expect(await navigator.clipboard.readText()).toMatch(/\/activate#code=ABCD-2345-WXYZ$/)
})

test('a forgotten password has a dialog, which has the typed e-mail', async () => {
  const message = 'Si el correo existe, te enviamos un enlace.'
  let sent: unknown
  api.use(
    http.post(FORGOT, async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ message })
    }),
  )
  show()
  await enterText(screen.getByLabelText('Correo electrónico'), 'antonia@andesnorte.cl')
  await userEvent.click(screen.getByRole('button', { name: '¿Olvidaste tu contraseña?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Recupera tu contraseña' }))
  expect(document.activeElement).toBe(dialog.getByLabelText('Correo electrónico'))
  await userEvent.keyboard('{Enter}')
  expect((await dialog.findByRole('status')).textContent).toBe(message)
  expect(sent).toEqual({ email: 'antonia@andesnorte.cl' })
  await userEvent.click(dialog.getByRole('button', { name: 'Volver al inicio de sesión' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('Completa este campo.')).toBeNull()
})

testTable<readonly [string, ReturnType<typeof externalAnswer>]>([
  ['#session_id=ab%2Fc', { sessionId: 'ab/c' }],
  ['', { fault: 'Invalid callback URL' }],
  ['#other=1', { fault: 'Invalid callback URL' }],
  ['#session_id=', { fault: 'No session ID found in URL' }],
  ['#error=email-unverified', { fault: detailOf('email-unverified') }],
  ['#error=account-inactive', { fault: `Tu cuenta está desactivada. Escríbenos a ${PRODUCT.supportEmail}.` }],
  ['#error=toString', { fault: 'Error processing authentication' }],
  ['#error=', { fault: 'Error processing authentication' }],
])('an external login answers with a session, or a reason of its own', (hash, answer) => {
  expect(externalAnswer(hash)).toEqual(answer)
})
