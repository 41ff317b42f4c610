// @vitest-environment happy-dom
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import type { User } from '@app/contracts/api/accounts/user.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  analytics,
  antonia,
  meOf,
  newcomer,
  owner,
  session,
  sessionOf,
  signedInAs,
  user,
} from '../../testing/fixtures.ts'
import { createGate } from '../../../tests/support/gate.ts'
import { enterText } from '../../testing/enter-text.ts'
import { detailOf, refused } from '../../testing/refused.ts'
import { emptyLists } from '../../testing/admin-server.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { address, fakeApi, showAt } from '../../testing/screen.tsx'
import { scannedCode } from '../../features/account/register/scanned-code.ts'
import { App } from '../App.tsx'
import { saveSession } from '../session/session-storage.ts'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const ME = '*/api/auth/me'
const VERIFY = '*/api/auth/verify-reset-token/:token'
const RESET = '*/api/auth/reset-password'
const EXCHANGE = '*/api/auth/emergent-login'

/** The signed-in account on the server. */
let known: User = owner

beforeEach(() => {
  known = owner
  api.use(
    ...quietCalls(),
    ...emptyLists(),
    http.get('*/api/auth/methods', () => HttpResponse.json({ password: true, external: { name: 'Google' } })),
    http.get(ME, () => HttpResponse.json(meOf(known))),
    http.get('*/api/profiles/me', () => HttpResponse.json([antonia])),
    http.get('*/api/figures/:profileId/unified', () => HttpResponse.json(analytics)),
  )
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const onDashboard = () => heading('Analytics Dashboard')
const kept = () => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as unknown

async function logInAs(who: User) {
  known = who
  api.use(http.post('*/api/auth/login', () => HttpResponse.json(sessionOf(who))))
  await enterText(await screen.findByLabelText('Correo electrónico'), who.email)
  await enterText(screen.getByLabelText('Contraseña'), 'Correcta1', '{Enter}')
}

function activating() {
  const profile_url = 'https://tarjetas.example/pages/antonia-rivas'
  api.use(
    http.post('*/api/auth/activate', () => {
      known = owner
      const { access_token } = session
      return HttpResponse.json({ message: 'Lista.', access_token, user: owner, profile_url })
    }),
  )
}

test.each([
  ['an owner', owner, '/dashboard', 'Analytics Dashboard'],
  ['an administrator', user, '/dashboard', 'Analytics Dashboard'],
  ['who needs activation', newcomer, '/activate', 'Activa tu cuenta'],
])('after the login %s goes on', async (_who, who, destination, title) => {
  showAt('/login', <App />)
  await logInAs(who)
  await heading(title)
  expect(address()).toBe(destination)
})

test('after registering the account is to be activated', async () => {
  known = newcomer
  api.use(http.post('*/api/auth/register', () => HttpResponse.json(sessionOf(newcomer))))
  showAt('/register', <App />)
  await enterText(await screen.findByLabelText('Nombre completo'), 'Antonia Rivas')
  await enterText(screen.getByLabelText('Correo electrónico'), 'antonia@andesnorte.cl')
  await enterText(screen.getByLabelText('Contraseña'), 'Correcta1', '{Enter}')
  await heading('Activa tu cuenta')
  expect(address()).toBe('/activate')
})

test('the requested destination survives the registration', async () => {
  showAt('/dashboard?range=7d', <App />)
  await userEvent.click(await screen.findByRole('link', { name: 'Regístrate' }))
  await heading('Crea tu cuenta')
  await userEvent.click(screen.getByRole('link', { name: 'Inicia sesión' }))
  await heading('Iniciar Sesión')
  await logInAs(owner)
  await onDashboard()
  expect(address()).toBe('/dashboard?range=7d')
})

test('a person with an account is led to the sign-in, with the e-mail kept', async () => {
  api.use(http.post('*/api/auth/register', () => refused('email-taken')))
  showAt('/dashboard?range=7d', <App />)
  await userEvent.click(await screen.findByRole('link', { name: 'Regístrate' }))
  await enterText(await screen.findByLabelText('Nombre completo'), 'Antonia Rivas')
  await enterText(screen.getByLabelText('Correo electrónico'), owner.email)
  await enterText(screen.getByLabelText('Contraseña'), 'Correcta1', '{Enter}')
  await userEvent.click(await screen.findByRole('link', { name: `Inicia sesión con ${owner.email}` }))
  await heading('Iniciar Sesión')
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe(owner.email)
  api.use(http.post('*/api/auth/login', () => HttpResponse.json(sessionOf(owner))))
  await enterText(screen.getByLabelText('Contraseña'), 'Correcta1', '{Enter}')
  await onDashboard()
  expect(address()).toBe('/dashboard?range=7d')
})

test.each(['/dashboard', '/admin', '/activate'])('%s is for signed-in accounts', async (destination) => {
  showAt(destination, <App />)
  await heading('Iniciar Sesión')
  expect(address()).toBe('/login')
})

test.each(['/admin', '/admin?tab=users'])('an owner who opens %s gets the own panel', async (path) => {
  showAt(path, <App />, signedInAs(owner))
  await onDashboard()
  expect(address()).toBe('/dashboard')
})

test('an account that is not activated is led to the activation', async () => {
  known = newcomer
  showAt('/dashboard', <App />, signedInAs(newcomer))
  await heading('Activa tu cuenta')
  expect(address()).toBe('/activate')
})

test('before it is led to the activation, the account is loaded: it may be activated elsewhere', async () => {
  const gate = createGate()
  api.use(
    http.get(ME, async () => {
      await gate.opened
      return HttpResponse.json(meOf(owner))
    }),
  )
  saveSession(signedInAs(newcomer))
  showAt('/dashboard?range=7d', <App />, signedInAs(newcomer))
  expect(screen.getByRole('status').textContent).toBe('Cargando…')
  gate.open()
  await onDashboard()
  expect(address()).toBe('/dashboard?range=7d')
  await waitFor(() => expect(kept()).toEqual(signedInAs(owner)))
})

test('an account that cannot be loaded is as this browser stored it', async () => {
  api.use(http.get(ME, () => HttpResponse.error()))
  showAt('/dashboard', <App />, signedInAs(newcomer))
  await heading('Activa tu cuenta')
})

test.each([
  ['an owner', owner],
  ['an administrator, card or not', { ...user, activation_used: false }],
])('the activation leads %s, who needs none, to the dashboard', async (_who, who) => {
  known = who
  showAt('/activate', <App />, signedInAs(who))
  await onDashboard()
  expect(address()).toBe('/dashboard')
})

describe('a scanned code', () => {
  const SCANNED = '/activate#code=ABCD-2345-WXYZ'
  const field = () => screen.findByLabelText<HTMLInputElement>('Código de activación')

  test('is in the form already, and no longer in the address', async () => {
    known = newcomer
    showAt(SCANNED, <App />, signedInAs(newcomer))
    expect((await field()).value).toBe('ABCD-2345-WXYZ')
    expect([address(), location.hash]).toEqual(['/activate', ''])
  })

  test('waits for the sign-in, and is removed once it is used', async () => {
    showAt(SCANNED, <App />)
    await heading('Iniciar Sesión')
    await logInAs(newcomer)
    expect((await field()).value).toBe('ABCD-2345-WXYZ')
    activating()
    await userEvent.click(screen.getByRole('button', { name: 'Activar cuenta' }))
    await onDashboard()
    expect(scannedCode()).toBe('')
  })

  test.each(['#code=ABCD', '#code=%00', '#other'])('is none in %s', async (hash) => {
    known = newcomer
    showAt(`/activate${hash}`, <App />, signedInAs(newcomer))
    expect((await field()).value).toBe('')
  })
})

test('a call that misses the activation leads to it', async () => {
  let asked = 0
  const gate = createGate()
  api.use(
    http.get(ME, () => {
      asked += 1
      return HttpResponse.json(meOf(asked === 1 ? owner : newcomer))
    }),
    http.get('*/api/profiles/me', async () => {
      await gate.opened
      return refused('needs_activation')
    }),
  )
  saveSession(signedInAs(newcomer))
  showAt('/dashboard', <App />, signedInAs(owner))
  // The first answer has come.
  await waitFor(() => expect(kept()).toEqual(signedInAs(owner)))
  gate.open()
  await heading('Activa tu cuenta')
})

test('a deactivated account is signed out with the reason', async () => {
  api.use(http.get('*/api/profiles/me', () => refused('account-inactive')))
  showAt('/dashboard', <App />, signedInAs(owner))
  await heading('Iniciar Sesión')
  expect(screen.getByRole('alert').textContent).toMatch(/^Tu cuenta está desactivada\./)
  expect(kept()).toBeNull()
})

test('activating stores the new session and goes to the dashboard', async () => {
  known = newcomer
  activating()
  showAt('/activate', <App />, signedInAs(newcomer))
  await enterText(await screen.findByLabelText('Código de activación'), 'ABCD2345WXYZ', '{Enter}')
  await onDashboard()
  expect(kept()).toMatchObject({ user: owner })
})

test('an account that was activated meanwhile is led on', async () => {
  known = newcomer
  api.use(
    http.post('*/api/auth/activate', () => {
      known = owner
      return refused('already-activated')
    }),
  )
  showAt('/activate', <App />, signedInAs(newcomer))
  await enterText(await screen.findByLabelText('Código de activación'), 'ABCD2345WXYZ', '{Enter}')
  await onDashboard()
})

test('leaving the activation removes the session', async () => {
  known = newcomer
  api.use(http.post('*/api/auth/logout', () => HttpResponse.json({ message: 'Cerraste tu sesión.' })))
  showAt('/activate', <App />, signedInAs(newcomer))
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión' }))
  await heading('Iniciar Sesión')
  expect(kept()).toBeNull()
})

test('the old address of the reset leads to the request for a link', async () => {
  showAt('/reset-password', <App />)
  await heading('Recupera tu contraseña')
  expect(address()).toBe('/auth/forgot-password')
})

const valid = { valid: true, email: 'antonia@andesnorte.cl', message: 'El enlace es válido.' }
const verified = () => api.use(http.get(VERIFY, () => HttpResponse.json(valid)))

async function setPassword(password = 'Correcta1', repeated = password) {
  await enterText(await screen.findByLabelText('Nueva contraseña'), password)
  await enterText(screen.getByLabelText('Repite la contraseña'), repeated)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
}

test('the link’s token leaves the address bar, and no request names the page', async () => {
  const tokens: unknown[] = []
  const gate = createGate()
  api.use(
    http.get(VERIFY, async ({ params }) => {
      tokens.push(params['token'])
      await gate.opened
      return HttpResponse.json(valid)
    }),
  )
  showAt('/auth/reset?token=se%2Fcret', <App />, null, { strict: true })
  expect((await screen.findByText('Verificando enlace...')).getAttribute('role')).toBe('status')
  gate.open()
  await waitFor(() => expect(address()).toBe('/auth/reset'))
  expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer')
  await screen.findByLabelText('Nueva contraseña')
  expect(tokens).toEqual(['se/cret'])
})

test('a new password signs in, confirms it, and goes to the dashboard after two seconds', async () => {
  verified()
  let sent: unknown
  api.use(
    http.post(RESET, async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ message: 'Lista.', access_token: session.access_token, user: owner })
    }),
  )
  showAt('/auth/reset?token=secret', <App />)
  await setPassword()
  await heading('Contraseña actualizada')
  expect(address()).toBe('/auth/reset')
  expect(sent).toEqual({ token: 'secret', new_password: 'Correcta1', confirm_password: 'Correcta1' })
  expect(kept()).toEqual(signedInAs(owner))
  await onDashboard()
  expect(address()).toBe('/dashboard')
})

test('the dashboard waits until the success was shown for two seconds', async () => {
  verified()
  api.use(
    http.post(RESET, () =>
      HttpResponse.json({ message: 'Lista.', access_token: session.access_token, user: owner }),
    ),
  )
  showAt('/auth/reset?token=secret', <App />)
  await screen.findByLabelText('Nueva contraseña')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    await enterText(screen.getByLabelText('Nueva contraseña'), 'Correcta1')
    await enterText(screen.getByLabelText('Repite la contraseña'), 'Correcta1', '{Enter}')
    await heading('Contraseña actualizada')
    act(() => void vi.advanceTimersByTime(1_500))
    expect(address()).toBe('/auth/reset')
    act(() => void vi.advanceTimersByTime(600))
    expect(address()).toBe('/dashboard')
  } finally {
    vi.useRealTimers()
  }
})

test('for a deactivated account the success has no session, and the login shows why', async () => {
  verified()
  api.use(http.post(RESET, () => HttpResponse.json({ message: 'Lista.' })))
  showAt('/auth/reset?token=secret', <App />)
  await setPassword()
  await waitFor(() => expect(address()).toBe('/auth/reset/success'))
  await heading('Contraseña actualizada')
  expect(screen.getAllByText('Ya puedes entrar con tu contraseña nueva.')).toHaveLength(1)
  expect(kept()).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Iniciar Sesión' }))
  await heading('Iniciar Sesión')
  expect(screen.getAllByText('Contraseña actualizada. Ya puedes entrar.')).toHaveLength(1)
})

test.each([
  ['/auth/reset', valid, 'Token de restablecimiento no proporcionado'],
  ['/auth/reset?token=', valid, 'Token de restablecimiento no proporcionado'],
  [
    '/auth/reset?token=old',
    { ...valid, valid: false, email: null, message: 'El enlace venció.' },
    'El enlace venció.',
  ],
  ['/auth/reset?token=bad', { ...valid, valid: false, email: null, message: '' }, 'Token inválido'],
])('the link %s is invalid, with the reason', async (destination, answer, reason) => {
  api.use(http.get(VERIFY, () => HttpResponse.json(answer)))
  showAt(destination, <App />)
  await heading('Enlace inválido')
  expect(screen.getAllByText('El enlace no es válido o ha expirado. Solicita uno nuevo.')).toHaveLength(1)
  expect(screen.getByRole('alert').textContent).toBe(reason)
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Solicitar un nuevo enlace' }))
  await heading('Recupera tu contraseña')
})

test('a link that could not be verified can be tried again', async () => {
  verified()
  api.use(http.get(VERIFY, () => HttpResponse.error(), { once: true }))
  showAt('/auth/reset?token=secret', <App />)
  await heading('Enlace inválido')
  expect(screen.getByRole('alert').textContent).toBe('Error al verificar el enlace')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByLabelText('Nueva contraseña')
})

test('a new password is not sent while a field is empty, nor while the two differ', async () => {
  verified()
  showAt('/auth/reset?token=secret', <App />)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Guardar contraseña' })
  expect(button.disabled).toBe(true)
  await setPassword('Correcta1', 'Correcta2')
  expect(screen.getAllByText('Las contraseñas no coinciden')).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByLabelText('Repite la contraseña'))
})

test.each([
  ['its reason', () => refused('invalid-token'), detailOf('invalid-token')],
  ['too many', () => refused('too-many', { retryAfter: 60 }), 'Demasiados intentos. Prueba en 1 minuto.'],
  ['nothing', () => HttpResponse.error(), 'Error al restablecer la contraseña'],
])('a new password that is refused with %s is shown, and stays', async (_what, answer, text) => {
  verified()
  api.use(http.post(RESET, answer))
  showAt('/auth/reset?token=secret', <App />)
  await setPassword()
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.getByLabelText<HTMLInputElement>('Nueva contraseña').value).toBe('Correcta1')
})

function exchanging(who: User, answered: Promise<void> = Promise.resolve()) {
  known = who
  const sent: unknown[] = []
  api.use(
    http.post(EXCHANGE, async ({ request }) => {
      sent.push(await request.json())
      await answered
      const needed = sessionOf(who).needs_activation
      return HttpResponse.json({
        ...sessionOf(who),
        session_token: session.access_token,
        activation_message: needed ? 'Tu cuenta de Google debe ser activada.' : null,
      })
    }),
  )
  return sent
}

test.each([
  ['an owner', owner, '/dashboard', 'Analytics Dashboard'],
  ['an administrator', user, '/admin', 'Panel de Administración'],
  ['who needs activation', newcomer, '/activate', 'Activa tu cuenta'],
])('an external login is exchanged once, and %s goes on', async (_who, who, destination, title) => {
  const gate = createGate()
  const sent = exchanging(who, gate.opened)
  showAt('/profile#session_id=abc', <App />, null, { strict: true })
  await screen.findByText('Procesando inicio de sesión...')
  gate.open()
  await waitFor(() => expect(address()).toBe('/profile'))
  await heading(title)
  expect(address()).toBe(destination)
  expect(sent).toEqual([{ session_id: 'abc' }])
  expect(kept()).toEqual(signedInAs(who))
})

test('an external login that needs activation brings its message along', async () => {
  exchanging(newcomer)
  showAt('/profile#session_id=abc', <App />)
  await heading('Activa tu cuenta')
  expect(screen.getByRole('status').textContent).toBe('Tu cuenta de Google debe ser activada.')
  await waitFor(() => expect(sessionStorage.length).toBe(0))
})

test.each([
  ['an owner', owner],
  ['an administrator', user],
])('an external login of %s returns to the requested destination', async (_who, who) => {
  showAt('/dashboard?range=7d', <App />)
  const link = await screen.findByRole('link', { name: 'Continuar con Google' })
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  exchanging(who)
  showAt('/profile#session_id=abc', <App />)
  await onDashboard()
  expect([...document.querySelectorAll('samp')].at(-1)?.textContent).toBe('/dashboard?range=7d')
  expect(sessionStorage.length).toBe(0)
})

test.each([
  ['/profile', 'Invalid callback URL'],
  ['/profile#session_id=', 'No session ID found in URL'],
  ['/profile#error=email-unverified', detailOf('email-unverified')],
  ['/profile#error=nothing', 'Error processing authentication'],
])('%s is an authentication error with its reason', async (destination, text) => {
  showAt(destination, <App />)
  await heading('Error de autenticación')
  expect(screen.getByRole('alert').textContent).toBe(text)
  await userEvent.click(screen.getByRole('link', { name: 'Volver al inicio de sesión' }))
  await heading('Iniciar Sesión')
})

test.each([
  ['its reason', () => refused('external-login-failed'), detailOf('external-login-failed')],
  ['nothing', () => HttpResponse.error(), 'Emergent login failed'],
])('an exchange that is refused with %s is shown, and ends no other session', async (_what, answer, text) => {
  api.use(http.post(EXCHANGE, answer))
  const store = showAt('/profile#session_id=old', <App />, signedInAs(owner))
  await heading('Error de autenticación')
  expect(screen.getByRole('alert').textContent).toBe(text)
  expect(store.getState().session.signedIn).toEqual(signedInAs(owner))
})
