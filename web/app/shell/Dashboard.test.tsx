// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { analytics, antonia, diego, signedIn } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { address, fakeApi, showAt } from '../../testing/screen.tsx'
import { Dashboard } from './Dashboard.tsx'
import { MY_PROFILES } from './tab-ids.ts'
import { TABS } from './tabs.ts'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const PROFILES = '*/api/profiles/me'
let asked: string[] = []

beforeEach(() => {
  asked = []
  api.use(
    ...quietCalls(),
    http.get(PROFILES, () => HttpResponse.json([antonia, diego])),
    http.get('*/api/figures/:profileId/unified', ({ params }) => {
      asked.push(String(params['profileId']))
      return HttpResponse.json(analytics)
    }),
  )
})
afterEach(() => {
  delete document.documentElement.dataset['theme']
})

const profileSwitch = () => screen.findByRole('button', { name: /Cambiar de perfil/ })

test('the first profile is chosen until another one is, which goes into the address and opens again', async () => {
  showAt('/dashboard?range=1m', <Dashboard />, signedIn)
  expect((await profileSwitch()).textContent).toContain('Antonia Rivas Soto')
  await waitFor(() => expect(asked).toContain(antonia.id))
  const items = [...screen.getByRole('navigation', { name: 'Panel' }).querySelectorAll('a')]
  expect(items.map(({ textContent }) => textContent)).toEqual([
    ...TABS.map(({ id, name }) => (id === MY_PROFILES ? `${name}2` : name)),
    'Administración',
  ])
  const current = items.filter((item) => item.hasAttribute('aria-current'))
  expect(current.map(({ textContent }) => textContent)).toEqual(['Analíticas'])
  await userEvent.click(await profileSwitch())
  await userEvent.click(screen.getByRole('option', { name: /Diego Sanhueza/ }))
  expect(address()).toBe(`/dashboard?range=1m&profile=${diego.id}`)
  await waitFor(() => expect(asked).toContain(diego.id))
  const link = screen.getByRole('link', { name: 'Ver perfil público' })
  expect(link.getAttribute('href')).toBe('/pages/diego-sanhueza')
  cleanup()
  showAt('/dashboard', <Dashboard />, signedIn)
  expect((await profileSwitch()).textContent).toContain('Diego Sanhueza')
})

test('profiles that cannot be loaded can be requested again; no link leads to the page of a hidden one', async () => {
  api.use(
    http.get(PROFILES, () => HttpResponse.json({}, { status: 500 }), { once: true }),
    http.get(PROFILES, () => HttpResponse.json([{ ...antonia, is_active: false }])),
  )
  showAt('/dashboard', <Dashboard />, signedIn)
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos cargar los perfiles.')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await profileSwitch()
  expect(screen.queryByRole('link', { name: 'Ver perfil público' })).toBeNull()
})

test('an administrator without profiles is offered to create one, and other tabs ask to choose one', async () => {
  api.use(http.get(PROFILES, () => HttpResponse.json([])))
  showAt('/dashboard', <Dashboard />, signedIn)
  await screen.findByRole('button', { name: 'Crear mi primer perfil' })
  await userEvent.click(screen.getByRole('link', { name: 'Analíticas' }))
  await screen.findByText('Selecciona un perfil para ver analíticas')
  expect(screen.queryByRole('link', { name: 'Ver perfil público' })).toBeNull()
})

test('the theme changes at once and is kept, and so does the width of the sidebar by keys, unless they are off', async () => {
  showAt('/dashboard', <Dashboard />, signedIn)
  await userEvent.click(screen.getByRole('button', { name: 'Tema oscuro' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('app.theme')).toBe('dark')
  await userEvent.click(await screen.findByRole('button', { name: 'Tema claro' }))
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  await userEvent.keyboard('[[')
  expect(screen.getAllByRole('button', { name: 'Expandir menú' })).toHaveLength(1)
  expect(localStorage.getItem('app.sidebar')).toBe('narrow')
  await userEvent.keyboard('?')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Usar las teclas de un solo signo' }))
  await userEvent.keyboard('{Escape}[[')
  expect(screen.getAllByRole('button', { name: 'Expandir menú' })).toHaveLength(1)
})

/** To the landing, which is another document. */
const leaves = vi.spyOn(window.location, 'assign')
beforeEach(() => {
  leaves.mockReset()
  leaves.mockImplementation(() => undefined)
})

test('signing out removes the session here, and ends it on the server with its token', async () => {
  const asked: (string | null)[] = []
  api.use(
    http.post('*/api/auth/logout', ({ request }) => {
      asked.push(request.headers.get('authorization'))
      return HttpResponse.json({ message: 'Cerraste tu sesión.' })
    }),
  )
  const store = showAt('/dashboard', <Dashboard />, signedIn)
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  expect(store.getState().session.signedIn).toBeNull()
  expect(leaves).toHaveBeenCalledExactlyOnceWith('/')
  await waitFor(() => expect(asked).toEqual([`Bearer ${signedIn.token}`]))
})

test('signing out works where the server cannot be reached or never answers', async () => {
  for (const answer of [() => HttpResponse.error(), () => delay('infinite')]) {
    leaves.mockClear()
    api.use(http.post('*/api/auth/logout', answer as () => Response))
    const store = showAt('/dashboard', <Dashboard />, signedIn)
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
    expect(store.getState().session.signedIn).toBeNull()
    expect(leaves).toHaveBeenCalledExactlyOnceWith('/')
    cleanup()
  }
})
