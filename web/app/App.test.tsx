// @vitest-environment happy-dom
import { SESSION_KEY } from '@app/contracts/product.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyLists } from '../testing/admin-server.ts'
import {
  analytics,
  antonia,
  diego,
  meOf,
  newcomer,
  owner,
  session,
  signedIn,
  signedInAs,
  tokenUntil,
  user,
} from '../testing/fixtures.ts'
import { testTable } from '../../tests/support/every.ts'
import { enterText } from '../testing/enter-text.ts'
import { liveServer, quietCalls } from '../testing/live-server.ts'
import { address, fakeApi, showAt } from '../testing/screen.tsx'
import { App } from './App.tsx'

vi.mock('../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const UNIFIED = '*/api/figures/:profileId/unified'
const refusal = { detail: 'Inicia sesión para continuar.', code: 'unauthenticated' }

beforeEach(() =>
  api.use(
    ...quietCalls(),
    http.get('*/api/auth/me', () => HttpResponse.json(meOf(user))),
    http.get('*/api/auth/methods', () => HttpResponse.json({ password: true, external: null })),
    http.post('*/api/auth/login', () => HttpResponse.json(session)),
    http.get('*/api/profiles/me', () => HttpResponse.json([antonia, diego])),
    http.get(UNIFIED, () => HttpResponse.json(analytics)),
  ),
)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function signIn() {
  await enterText(await screen.findByLabelText('Correo electrónico'), 'antonia@andesnorte.cl')
  await enterText(screen.getByLabelText('Contraseña'), 'Correcta1', '{Enter}')
}

testTable(['/', '/landing', '/inicio'])('a document of its own is loaded by the browser', (path) => {
  const loads = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  showAt(`${path}#quotation`, <App />, signedIn)
  expect(loads).toHaveBeenCalledExactlyOnceWith(`${path}#quotation`)
  loads.mockRestore()
})

testTable([
  ['/login', user, 'Analytics Dashboard', '/dashboard'],
  ['/admin', owner, 'Mis Perfiles', '/dashboard'],
  ['/activate', owner, 'Mis Perfiles', '/dashboard'],
  ['/admin', null, 'Iniciar Sesión', '/login'],
  ['/activate', null, 'Iniciar Sesión', '/login'],
  ['/reset-password', null, 'Recupera tu contraseña', '/auth/forgot-password'],
  ['/nada', null, 'Esta página no existe', '/nada'],
])('an address leads where its visitor may go, and an unknown one says so', async (path, who, title, end) => {
  api.use(
    http.get('*/api/auth/me', () => HttpResponse.json(meOf(who ?? user))),
    http.get('*/api/profiles/me', () => HttpResponse.json([antonia])),
  )
  showAt(path, <App />, who && signedInAs(who))
  await heading(title)
  expect(address()).toBe(end)
  cleanup()
  localStorage.clear()
})

test('a session that was ended elsewhere leads to the login, which shows it, and from there back', async () => {
  const live = liveServer()
  api.use(live.handler)
  const store = showAt('/dashboard?range=7d', <App />, signedIn)
  await screen.findByText('Conectado')
  api.use(http.get(UNIFIED, () => HttpResponse.json(refusal, { status: 401 })))
  live.connections[0]?.tell('moved', { facts: [], people: 0 })
  await heading('Iniciar Sesión')
  expect(screen.getAllByText('Tu sesión se cerró. Inicia sesión para continuar.')).toHaveLength(1)
  expect(localStorage.getItem(SESSION_KEY)).toBeNull()
  expect(store.getState().session.signedIn).toBeNull()
  api.use(http.get(UNIFIED, () => HttpResponse.json(analytics)))
  await signIn()
  await heading('Analytics Dashboard')
  expect(address()).toBe('/dashboard?range=7d')
})

test('a refused call of a session whose time is over leads to the login without a word', async () => {
  api.use(http.get('*/api/auth/me', () => HttpResponse.json(refusal, { status: 401 })))
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

test('signing out in another tab signs out here', async () => {
  showAt('/dashboard', <App />, signedIn)
  await heading('Analytics Dashboard')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY })))
  await waitFor(() => expect(address()).toBe('/login'))
})

const shownAgain = () =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))

test('a page restored from the cache shows nothing of a session that ended meanwhile [PRIV-13]', async () => {
  showAt('/dashboard', <App />, signedIn)
  await heading('Analytics Dashboard')
  localStorage.setItem(SESSION_KEY, JSON.stringify(signedIn))
  shownAgain()
  expect(address()).toBe('/dashboard')
  localStorage.removeItem(SESSION_KEY)
  shownAgain()
  expect(address()).toBe('/login')
})

const yourDataIn = (part: Pick<typeof screen, 'findByRole'>) => part.findByRole('link', { name: 'Mis datos' })

const ADDRESSES = [
  '/login',
  '/register',
  '/auth/forgot-password',
  '/auth/reset',
  '/auth/reset/success',
  '/activate',
  '/profile',
  '/nothing-here',
  '/dashboard',
  '/admin',
]
test('every address links to one’s data', async () => {
  for (const path of ADDRESSES) {
    const who = path === '/activate' ? signedInAs(newcomer) : /^\/(?:dash|adm)/.test(path) ? signedIn : null
    api.use(
      http.get('*/api/auth/me', () => HttpResponse.json(meOf(who?.user ?? user))),
      ...emptyLists(),
      http.all('*/api/admin/*', () => HttpResponse.error()),
    )
    showAt(path, <App />, who)
    expect((await yourDataIn(screen)).getAttribute('href'), path).toBe('/mis-datos')
    cleanup()
  }
})
