import { PRODUCT } from '@app/contracts/product.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { session } from '../../../testing/fixtures.ts'
import { createGate } from '../../../../tests/support/gate.ts'
import { detailOf, lost, refused } from '../../../testing/refused.ts'
import { address, enterText, fakeApi, press, showAt } from '../../../testing/screen.tsx'
import { INACTIVE_TEXT } from '../../../app/refusal.ts'
import { storedDestination } from '../../../app/session/login-destination.ts'
import { accountDeactivated, accountErased } from '../../../app/session/session-slice.ts'
import { keepScannedCode } from '../register/activation-memory.ts'
import { ForgotPasswordScreen } from '../reset/ForgotPasswordForm.tsx'
import { externalAnswer } from './ExternalLoginScreen.tsx'
import { LoginScreen } from './LoginScreen.tsx'

const api = fakeApi()
const LOGIN = '*/api/auth/login'

const methods = (external: { readonly name: string } | null) =>
  api.use(http.get('*/api/auth/methods', () => HttpResponse.json({ password: true, external })))
beforeEach(() => methods(null))

const show = () => showAt('/login', <LoginScreen />)

async function signIn(password = 'Correcta1') {
  await enterText(screen.getByLabelText('Correo electrónico'), 'antonia@andesnorte.cl')
  await enterText(screen.getByLabelText('Contraseña'), password, '{Enter}')
}

test('signing in begins a session; meanwhile the button shows it and a second press does nothing', async () => {
  const gate = createGate()
  const { bodies } = api.takes('post', LOGIN, () => gate.opened.then(() => HttpResponse.json(session)))
  const store = show()
  await signIn()
  await press('Entrando...')
  gate.open()
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(store.getState().session.signedIn?.token).toBe(session.access_token)
  expect(bodies).toEqual([{ email: 'antonia@andesnorte.cl', password: 'Correcta1' }])
})

test('a refusal shows the server’s sentence, or a fixed one, in sight, and keeps what was typed', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  api.takes('post', LOGIN, () => refused('wrong-credentials'), lost)
  show()
  await signIn('Equivocada1')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(detailOf('wrong-credentials'))
  expect(shown.mock.contexts).toEqual([alert])
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('Equivocada1')
  await press('Entrar')
  await screen.findByText('Login failed')
})

test('the screen says that the password is new, unless the account is deactivated, and that one was closed', () => {
  const store = showAt({ pathname: '/login', state: { passwordReset: true } }, <LoginScreen />)
  screen.getByText('Contraseña actualizada. Ya puedes entrar.')
  act(() => void store.dispatch(accountDeactivated()))
  screen.getByText(INACTIVE_TEXT)
  expect(screen.queryByText(/^Contraseña actualizada/)).toBeNull()
  cleanup()
  const other = show()
  act(() => void other.dispatch(accountErased()))
  screen.getByText('Cerramos tu cuenta y borramos lo que era tuyo.')
})

test('an empty form makes no call and goes to the first field; the password can be shown and hidden', async () => {
  show()
  await press('Entrar')
  const email = screen.getByLabelText('Correo electrónico')
  expect(document.activeElement).toBe(email)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Completa este campo.')).toHaveLength(2)
  const password = screen.getByLabelText<HTMLInputElement>('Contraseña')
  expect([email.getAttribute('autocomplete'), password.autocomplete]).toEqual([
    'username',
    'current-password',
  ])
  await press('Mostrar contraseña')
  expect(password.type).toBe('text')
  await press('Ocultar contraseña')
  expect(password.type).toBe('password')
  expect(screen.getByRole('link', { name: 'Regístrate' }).getAttribute('href')).toBe('/register')
})

test('the external provider is named and led to', async () => {
  methods({ name: 'Google' })
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
  methods({ name: 'Google' })
  keepScannedCode('ABCD-2345-WXYZ')
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0.0.0 Mobile Safari/537.36 Instagram 384.0.0.46.83 Android',
  )
  show()
  const link = await screen.findByRole('link', { name: 'Abrir en Chrome' })
  expect(screen.getByText(/^Google no deja entrar desde la aplicación/).textContent).toContain('correo')
  expect(link.getAttribute('href')).toMatch(/^intent:.*\/activate#code=ABCD-2345-WXYZ#Intent;/)
  await press('Copiar enlace')
  await screen.findByText('Enlace copiado')
  expect(await navigator.clipboard.readText()).toMatch(/\/activate#code=ABCD-2345-WXYZ$/)
})

const SENT = 'Si el correo existe, te enviamos un enlace.'
const takesRequest = () =>
  api.takes('post', '*/api/auth/forgot-password', () => HttpResponse.json({ message: SENT }))

test('a forgotten password has a dialog, which has the typed e-mail', async () => {
  const { bodies } = takesRequest()
  show()
  await enterText(screen.getByLabelText('Correo electrónico'), 'antonia@andesnorte.cl')
  await press('¿Olvidaste tu contraseña?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Recupera tu contraseña' }))
  expect(document.activeElement).toBe(dialog.getByLabelText('Correo electrónico'))
  await userEvent.keyboard('{Enter}')
  expect((await dialog.findByRole('status')).textContent).toBe(SENT)
  expect(bodies).toEqual([{ email: 'antonia@andesnorte.cl' }])
  await press('Volver al inicio de sesión', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('Completa este campo.')).toBeNull()
})

test('its screen takes an e-mail alone, names the spam folder after success, and leads back', async () => {
  const { bodies } = takesRequest()
  showAt('/auth/forgot-password', <ForgotPasswordScreen />)
  const email = screen.getByLabelText<HTMLInputElement>('Correo electrónico')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar enlace' })
  await enterText(email, '  ')
  expect(button.disabled).toBe(true)
  await enterText(email, 'antonia', '{Enter}')
  await screen.findByText('Escribe un correo válido, por ejemplo nombre@empresa.cl.')
  expect([button.disabled, document.activeElement]).toEqual([false, email])
  await enterText(email, '@andesnorte.cl', '{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe(SENT)
  await screen.findByText(/revisa la carpeta de spam/)
  expect(screen.getAllByText('antonia@andesnorte.cl')).toHaveLength(1)
  expect(bodies).toEqual([{ email: 'antonia@andesnorte.cl' }])
  await press('Volver al inicio de sesión')
  expect(address()).toBe('/login')
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
