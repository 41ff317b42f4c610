import { SESSION_KEY } from '@app/contracts/product.ts'
import type { User } from '@app/contracts/accounts.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '../../tests/support/gate.ts'
import { testTable } from '../../tests/support/every.ts'
import { scannedCode } from '../features/accounts/register/activation-memory.ts'
import { emptyLists } from '../testing/admin-server.ts'
import {
  analytics,
  antonia,
  diego,
  meOf,
  newcomer,
  owner,
  session,
  sessionOf,
  signedIn,
  signedInAs,
  tokenUntil,
  user,
} from '../testing/fixtures.ts'
import { liveServer, quietCalls } from '../testing/live-server.ts'
import { detailOf, lost, refused } from '../testing/refused.ts'
import { address, enterText, fakeApi, press, showAt } from '../testing/screen.tsx'
import { App } from './App.tsx'
import { saveSession } from './session/session-storage.ts'

vi.mock('../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const ME = '*/api/auth/me'
const MINE = '*/api/profiles/me'
const UNIFIED = '*/api/figures/:profileId/unified'
const VERIFY = '*/api/auth/verify-reset-token/:token'
const RESET = '*/api/auth/reset-password'

/** The signed-in account on the server. */
let known: User = user

beforeEach(() => {
  known = user
  api.use(
    ...quietCalls(),
    ...emptyLists(),
    http.get('*/api/auth/methods', () => HttpResponse.json({ password: true, external: { name: 'Google' } })),
    http.post('*/api/auth/login', () => HttpResponse.json(sessionOf(known))),
    http.get(ME, () => HttpResponse.json(meOf(known))),
    http.get(MINE, () => HttpResponse.json(known.is_admin ? [antonia, diego] : [antonia])),
    http.get(UNIFIED, () => HttpResponse.json(analytics)),
  )
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const onDashboard = () => heading('Mis Perfiles')
const kept = () => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as unknown
const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }))
const fill = async (label: string, text: string, keys = '') =>
  enterText(await screen.findByLabelText(label), text, keys)

async function logInAs(who: User) {
  known = who
  await fill('Correo electrónico', who.email)
  await fill('Contraseña', 'Correcta1', '{Enter}')
}

testTable(['/', '/landing', '/inicio'])('a document of its own is loaded by the browser', (path) => {
  const loads = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  showAt(`${path}#quotation`, <App />, signedIn)
  expect(loads).toHaveBeenCalledExactlyOnceWith(`${path}#quotation`)
  loads.mockRestore()
})

testTable([
  ['/login', user, 'Analytics Dashboard', '/dashboard'],
  ['/admin', user, 'Panel de Administración', '/admin'],
  ['/admin', owner, 'Mis Perfiles', '/dashboard'],
  ['/activate', owner, 'Mis Perfiles', '/dashboard'],
  ['/activate', newcomer, 'Activa tu cuenta', '/activate'],
  ['/admin', null, 'Iniciar Sesión', '/login'],
  ['/activate', null, 'Iniciar Sesión', '/login'],
  ['/register', null, 'Crea tu cuenta', '/register'],
  ['/reset-password', null, 'Recupera tu contraseña', '/auth/forgot-password'],
  ['/auth/reset', null, 'Enlace inválido', '/auth/reset'],
  ['/auth/reset/success', null, 'Contraseña actualizada', '/auth/reset/success'],
  ['/profile', null, 'Error de autenticación', '/profile'],
  ['/nada', null, 'Esta página no existe', '/nada'],
])(
  'an address leads where its visitor may go, which says so, and links to one’s data',
  async (path, who, title, end) => {
    known = who ?? user
    showAt(path, <App />, who && signedInAs(who))
    await heading(title)
    expect(address()).toBe(end)
    const link = await screen.findByRole('link', { name: 'Mis datos' })
    expect(link.getAttribute('href')).toBe('/mis-datos')
    cleanup()
    localStorage.clear()
  },
)

test('a session that was ended elsewhere leads to the login, which shows it, and from there back', async () => {
  const live = liveServer()
  api.use(live.handler)
  const store = showAt('/dashboard?range=7d', <App />, signedIn)
  await screen.findByText('Conectado')
  api.use(http.get(UNIFIED, () => refused('unauthenticated')))
  live.connections[0]?.tell('moved', { facts: [], people: 0 })
  await heading('Iniciar Sesión')
  expect(screen.getAllByText('Tu sesión se cerró. Inicia sesión para continuar.')).toHaveLength(1)
  expect(kept()).toBeNull()
  expect(store.getState().session.signedIn).toBeNull()
  api.use(http.get(UNIFIED, () => HttpResponse.json(analytics)))
  await logInAs(user)
  await heading('Analytics Dashboard')
  expect(address()).toBe('/dashboard?range=7d')
})

test('a refused call of a session whose time is over leads to the login without a word', async () => {
  api.use(http.get(ME, () => refused('unauthenticated')))
  showAt('/dashboard', <App />, { ...signedIn, token: tokenUntil(1_200) })
  await heading('Iniciar Sesión')
  expect(screen.queryByText(/^Tu sesión se cerró/)).toBeNull()
})

test('a token that runs out ends the session at the next check', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const store = showAt('/nada', <App />, { ...signedIn, token: tokenUntil(1_200) })
  act(() => void vi.advanceTimersByTime(299_000))
  expect(store.getState().session.signedIn).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(store.getState().session.signedIn).toBeNull()
})

const shownAgain = () =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))

test('a page restored from the cache shows nothing of a session that ended meanwhile, nor another tab [PRIV-13]', async () => {
  showAt('/dashboard', <App />, signedIn)
  await heading('Analytics Dashboard')
  localStorage.setItem(SESSION_KEY, JSON.stringify(signedIn))
  shownAgain()
  expect(address()).toBe('/dashboard')
  localStorage.removeItem(SESSION_KEY)
  shownAgain()
  expect(address()).toBe('/login')
  cleanup()
  showAt('/dashboard', <App />, signedIn)
  await heading('Analytics Dashboard')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY })))
  await waitFor(() => expect(address()).toBe('/login'))
})

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
  known = owner
  api.use(http.post('*/api/auth/register', () => refused('email-taken')))
  showAt('/dashboard?range=7d', <App />)
  await follow('Regístrate')
  await fill('Nombre completo', 'Antonia Rivas')
  await fill('Correo electrónico', owner.email)
  await fill('Contraseña', 'Correcta1', '{Enter}')
  await follow(`Inicia sesión con ${owner.email}`)
  await heading('Iniciar Sesión')
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe(owner.email)
  await fill('Contraseña', 'Correcta1', '{Enter}')
  await onDashboard()
  expect(address()).toBe('/dashboard?range=7d')
})

test('before it is led to the activation, the account is loaded: it may be activated elsewhere', async () => {
  const gate = createGate()
  api.takes('get', ME, () => gate.opened.then(() => HttpResponse.json(meOf(owner))))
  known = owner
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
  await follow('Inicia sesión')
  await heading('Iniciar Sesión')
  activating()
  await logInAs(newcomer)
  await onDashboard()
  await waitFor(() => expect(address()).toBe('/dashboard?tab=profiles'))
  expect(scannedCode()).toBe('')
  await waitFor(() => expect(kept()).toMatchObject({ user: owner }))
})

test('a call that misses the activation leads to it', async () => {
  const gate = createGate()
  const first = () => HttpResponse.json(meOf(owner))
  api.takes('get', ME, first, () => HttpResponse.json(meOf(newcomer)))
  api.takes('get', MINE, () => gate.opened.then(() => refused('needs_activation')))
  saveSession(signedInAs(newcomer))
  showAt('/dashboard', <App />, signedInAs(owner))
  // The first answer has come.
  await waitFor(() => expect(kept()).toEqual(signedInAs(owner)))
  gate.open()
  await heading('Activa tu cuenta')
})

test('a deactivated account is signed out with the reason', async () => {
  api.use(http.get(MINE, () => refused('account-inactive')))
  showAt('/dashboard', <App />, signedInAs(owner))
  await heading('Iniciar Sesión')
  expect(screen.getByRole('alert').textContent).toMatch(/^Tu cuenta está desactivada\./)
  expect(kept()).toBeNull()
})

test('an account that was activated meanwhile is led on', async () => {
  known = newcomer
  api.takes('post', '*/api/auth/activate', () => {
    known = owner
    return refused('already-activated')
  })
  showAt('/activate', <App />, signedInAs(newcomer))
  await fill('Código de activación', 'ABCD2345WXYZ', '{Enter}')
  await onDashboard()
})

const valid = { valid: true, email: 'antonia@andesnorte.cl', message: 'El enlace es válido.' }
const invalid = { valid: false, email: null, message: '' }
const verified = (answer: object = valid) => api.use(http.get(VERIFY, () => HttpResponse.json(answer)))

async function setPassword() {
  await fill('Nueva contraseña', 'Correcta1')
  await fill('Repite la contraseña', 'Correcta1')
  await press('Guardar contraseña')
}

test('the link’s token leaves the address bar, and no request names the page', async () => {
  const gate = createGate()
  const { requests } = api.takes('get', VERIFY, () => gate.opened.then(() => HttpResponse.json(valid)))
  showAt('/auth/reset?token=se%2Fcret', <App />, null, { strict: true })
  expect((await screen.findByText('Verificando enlace...')).getAttribute('role')).toBe('status')
  gate.open()
  await waitFor(() => expect(address()).toBe('/auth/reset'))
  expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer')
  await screen.findByLabelText('Nueva contraseña')
  expect(requests.map(({ url }) => url)).toEqual([expect.stringMatching(/\/se%2Fcret$/)])
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
  await follow('Iniciar Sesión')
  await heading('Iniciar Sesión')
  expect(screen.getAllByText('Contraseña actualizada. Ya puedes entrar.')).toHaveLength(1)
})

test('an invalid link says why, and leads to the request for another; one that nobody verified can be tried again', async () => {
  for (const [destination, answer, reason] of [
    ['/auth/reset?token=%20', valid, 'Token de restablecimiento no proporcionado'],
    ['/auth/reset?token=old', { ...invalid, message: 'El enlace venció.' }, 'El enlace venció.'],
    ['/auth/reset?token=bad', invalid, 'Token inválido'],
  ] as const) {
    cleanup()
    verified(answer)
    showAt(destination, <App />)
    await heading('Enlace inválido')
    expect(screen.getByRole('alert').textContent, destination).toBe(reason)
  }
  expect(screen.getAllByText('El enlace no es válido o ha expirado. Solicita uno nuevo.')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await follow('Solicitar un nuevo enlace')
  await heading('Recupera tu contraseña')
  cleanup()
  api.takes('get', VERIFY, lost, () => HttpResponse.json(valid))
  showAt('/auth/reset?token=secret', <App />)
  await screen.findByText('Error al verificar el enlace')
  await press('Reintentar')
  await screen.findByLabelText('Nueva contraseña')
})

test('a new password that is refused shows why, and stays; one that is taken leads to the dashboard', async () => {
  verified()
  const taken = { message: 'Lista.', access_token: session.access_token, user }
  const done = () => HttpResponse.json(taken)
  api.takes('post', RESET, () => refused('invalid-token'), lost, done)
  showAt('/auth/reset?token=secret', <App />)
  await setPassword()
  expect((await screen.findByRole('alert')).textContent).toBe(detailOf('invalid-token'))
  expect(screen.getByLabelText<HTMLInputElement>('Nueva contraseña').value).toBe('Correcta1')
  await press('Guardar contraseña')
  await screen.findByText('Error al restablecer la contraseña')
  await press('Guardar contraseña')
  await follow('Ir ahora')
  await heading('Analytics Dashboard')
  expect(kept()).not.toBeNull()
})

test('an external login is exchanged once, and brings along that the account is to be activated', async () => {
  known = newcomer
  const gate = createGate()
  const answer = {
    ...sessionOf(newcomer),
    session_token: session.access_token,
    activation_message: 'Tu cuenta de Google debe ser activada.',
  }
  const exchange = () => gate.opened.then(() => HttpResponse.json(answer))
  const { bodies } = api.takes('post', '*/api/auth/emergent-login', exchange)
  showAt('/profile#session_id=abc', <App />, null, { strict: true })
  await screen.findByText('Procesando inicio de sesión...')
  await waitFor(() => expect(address()).toBe('/profile'))
  gate.open()
  await heading('Activa tu cuenta')
  expect(address()).toBe('/activate')
  expect(screen.getByRole('status').textContent).toBe('Tu cuenta de Google debe ser activada.')
  await waitFor(() => expect(sessionStorage.length).toBe(0))
  expect(bodies).toEqual([{ session_id: 'abc' }])
  expect(kept()).toEqual(signedInAs(newcomer))
})
