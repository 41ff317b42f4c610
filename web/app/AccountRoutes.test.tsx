// @vitest-environment happy-dom
import { SESSION_KEY } from '@app/contracts/product.ts'
import type { User } from '@app/contracts/accounts.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  analytics,
  antonia,
  meOf,
  newcomer,
  owner,
  session,
  sessionOf,
  signedInAs,
} from '../testing/fixtures.ts'
import { createGate } from '../../tests/support/gate.ts'
import { enterText } from '../testing/enter-text.ts'
import { detailOf, refused } from '../testing/refused.ts'
import { emptyLists } from '../testing/admin-server.ts'
import { quietCalls } from '../testing/live-server.ts'
import { address, fakeApi, showAt } from '../testing/screen.tsx'
import { scannedCode } from '../features/accounts/register/activation-memory.ts'
import { App } from './App.tsx'
import { saveSession } from './session/session-storage.ts'

vi.mock('../ui/Chart.tsx', () => ({ Chart: () => null }))

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
const onDashboard = () => heading('Mis Perfiles')
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

test('a person with an account is led to the sign-in with the e-mail, and on to the requested destination', async () => {
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

test('a scanned code leaves the address, waits for an account, is used by itself and removed', async () => {
  showAt('/activate#code=ABCD-2345-WXYZ', <App />)
  await heading('Crea tu cuenta')
  expect(screen.getByText('ABCD-2345-WXYZ')).not.toBeNull()
  expect([address(), location.hash]).toEqual(['/register', ''])
  await userEvent.click(screen.getByRole('link', { name: 'Inicia sesión' }))
  await heading('Iniciar Sesión')
  activating()
  await logInAs(newcomer)
  await heading('Mis Perfiles')
  await waitFor(() => expect(address()).toBe('/dashboard?tab=profiles'))
  expect(scannedCode()).toBe('')
  await waitFor(() => expect(kept()).toMatchObject({ user: owner }))
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
  await heading('Mis Perfiles')
})

const valid = { valid: true, email: 'antonia@andesnorte.cl', message: 'El enlace es válido.' }
const invalid = { valid: false, email: null, message: '' }
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

test('an invalid link says why, and leads to the request for another; one that nobody verified can be tried again', async () => {
  for (const [destination, answer, reason] of [
    ['/auth/reset', valid, 'Token de restablecimiento no proporcionado'],
    ['/auth/reset?token=%20', valid, 'Token de restablecimiento no proporcionado'],
    ['/auth/reset?token=old', { ...invalid, message: 'El enlace venció.' }, 'El enlace venció.'],
    ['/auth/reset?token=bad', invalid, 'Token inválido'],
  ] as const) {
    cleanup()
    api.use(http.get(VERIFY, () => HttpResponse.json(answer)))
    showAt(destination, <App />)
    await heading('Enlace inválido')
    expect(screen.getByRole('alert').textContent, destination).toBe(reason)
  }
  expect(screen.getAllByText('El enlace no es válido o ha expirado. Solicita uno nuevo.')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Solicitar un nuevo enlace' }))
  await heading('Recupera tu contraseña')
  cleanup()
  verified()
  api.use(http.get(VERIFY, () => HttpResponse.error(), { once: true }))
  showAt('/auth/reset?token=secret', <App />)
  await screen.findByText('Error al verificar el enlace')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByLabelText('Nueva contraseña')
})

test('a new password that is refused shows why, and stays', async () => {
  verified()
  api.use(http.post(RESET, () => refused('invalid-token')))
  showAt('/auth/reset?token=secret', <App />)
  await setPassword()
  expect((await screen.findByRole('alert')).textContent).toBe(detailOf('invalid-token'))
  expect(screen.getByLabelText<HTMLInputElement>('Nueva contraseña').value).toBe('Correcta1')
  api.use(http.post(RESET, () => HttpResponse.error()))
  await userEvent.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
  await screen.findByText('Error al restablecer la contraseña')
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

test('an external login is exchanged once, and brings along that the account is to be activated', async () => {
  const gate = createGate()
  const sent = exchanging(newcomer, gate.opened)
  showAt('/profile#session_id=abc', <App />, null, { strict: true })
  await screen.findByText('Procesando inicio de sesión...')
  await waitFor(() => expect(address()).toBe('/profile'))
  gate.open()
  await heading('Activa tu cuenta')
  expect(address()).toBe('/activate')
  expect(screen.getByRole('status').textContent).toBe('Tu cuenta de Google debe ser activada.')
  await waitFor(() => expect(sessionStorage.length).toBe(0))
  expect(sent).toEqual([{ session_id: 'abc' }])
  expect(kept()).toEqual(signedInAs(newcomer))
})
