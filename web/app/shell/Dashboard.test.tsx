// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { analytics, antonia, diego, meOf, owner, signedIn, signedInAs, user } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { refused } from '../../testing/refused.ts'
import { address, fakeApi, showAt } from '../../testing/screen.tsx'
import { App } from '../App.tsx'
import { Dashboard } from './Dashboard.tsx'
import { MY_PROFILES, TABS } from './tabs.tsx'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const PROFILES = '*/api/profiles/me'
const ONE = '*/api/profile/:id'
const UNKNOWN = 'Ese perfil no existe o no es tuyo. Te mostramos el primero de los tuyos: Antonia Rivas Soto.'
let asked: string[] = []

beforeEach(() => {
  asked = []
  api.use(
    ...quietCalls(),
    http.get('*/api/auth/me', () => HttpResponse.json(meOf(user))),
    http.get(PROFILES, () => HttpResponse.json([antonia, diego])),
    http.get('*/api/figures/:profileId/unified', ({ params }) => {
      asked.push(String(params['profileId']))
      return HttpResponse.json(analytics)
    }),
  )
})
const profileSwitch = () => screen.findByRole('combobox', { name: /Cambiar de perfil/ })

test('the first profile is chosen until another one is, which goes into the address and opens again', async () => {
  showAt('/dashboard?tab=nada&range=1m', <Dashboard />, signedIn)
  expect((await profileSwitch()).textContent).toContain('Antonia Rivas Soto')
  await waitFor(() => expect(asked).toContain(antonia.id))
  const items = [...screen.getByRole('navigation', { name: 'Panel' }).querySelectorAll('a')]
  expect(items.map(({ textContent }) => textContent)).toEqual([
    ...TABS.map(({ id, name }) => (id === MY_PROFILES ? `${name}2` : name)),
    'Administración',
  ])
  const current = items.filter((item) => item.hasAttribute('aria-current'))
  expect(current.map(({ textContent }) => textContent)).toEqual(['Analíticas'])
  await userEvent.selectOptions(await profileSwitch(), diego.id)
  expect(address()).toBe(`/dashboard?tab=nada&range=1m&profile=${diego.id}`)
  await waitFor(() => expect(asked).toContain(diego.id))
  const link = screen.getByRole('link', { name: 'Ver perfil público' })
  expect(link.getAttribute('href')).toBe('/pages/diego-sanhueza')
  cleanup()
  showAt('/dashboard', <Dashboard />, signedIn)
  expect((await profileSwitch()).getAttribute('aria-label')).toContain('Diego Sanhueza')
})

test('profiles that cannot be loaded can be requested again; a hidden one has no link to its page, and no code', async () => {
  api.use(
    http.get(PROFILES, () => HttpResponse.json({}, { status: 500 }), { once: true }),
    http.get(PROFILES, () => HttpResponse.json([{ ...antonia, is_active: false }])),
  )
  showAt('/dashboard', <Dashboard />, signedIn)
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos cargar los perfiles.')
  screen.getByRole('heading', { level: 1, name: 'Analíticas' })
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await profileSwitch()
  expect(screen.queryByRole('link', { name: 'Ver perfil público' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mostrar QR' })).toBeNull()
})

test('the theme changes at once and is kept, and so does the width of the sidebar', async () => {
  showAt('/dashboard', <Dashboard />, signedIn)
  await userEvent.click(screen.getByRole('button', { name: 'Tema oscuro' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('app.theme')).toBe('dark')
  await userEvent.click(await screen.findByRole('button', { name: 'Tema claro' }))
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: 'Contraer menú' }))
  await screen.findByRole('button', { name: 'Expandir menú' })
  expect(localStorage.getItem('app.sidebar')).toBe('narrow')
  expect(screen.getByRole('button', { name: 'Tema oscuro' }).title).toBe('Tema oscuro')
})

test('an administrator without a card begins where one is made', async () => {
  api.use(http.get(PROFILES, () => HttpResponse.json([])))
  showAt('/dashboard', <Dashboard />, signedIn)
  await screen.findByRole('heading', { level: 1, name: 'Mis Perfiles' })
})

/** To the landing, which is another document. */
let leaves = vi.fn<(url: string | URL) => void>()
beforeEach(() => void (leaves = vi.spyOn(window.location, 'replace').mockReturnValue()))

testTable([
  ['answers', () => HttpResponse.json({ message: 'Cerraste tu sesión.' })],
  ['is out of reach', () => HttpResponse.error()],
  ['never answers', () => delay('infinite')],
])('signing out removes the session here, and ends it on a server with its token', async (how, answer) => {
  const tokens: (string | null)[] = []
  api.use(
    http.post('*/api/auth/logout', ({ request }) => {
      tokens.push(request.headers.get('authorization'))
      return answer() as Response
    }),
  )
  leaves.mockClear()
  const store = showAt('/dashboard', <App />, signedIn)
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión' }))
  expect(store.getState().session.signedIn, how).toBeNull()
  expect(leaves).toHaveBeenCalledExactlyOnceWith('/')
  await waitFor(() => expect(tokens).toEqual([`Bearer ${signedIn.token}`]))
  cleanup()
})

const line = (text: string) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(text),
    ),
  )
/** Answers of Diego's profile, which is another owner's here. */
function othersProfiles(): readonly string[] {
  const askedFor: string[] = []
  api.use(
    http.get(PROFILES, () => HttpResponse.json([antonia])),
    http.get(ONE, ({ params }) => {
      askedFor.push(String(params['id']))
      return params['id'] === diego.id ? HttpResponse.json(diego) : refused('not-found')
    }),
  )
  return askedFor
}

test('an administrator opens another owner’s profile by its id, which is named above the tab, and goes back', async () => {
  othersProfiles()
  api.use(http.get(ONE, () => HttpResponse.json({}, { status: 500 }), { once: true }))
  showAt(`/dashboard?profile=${diego.id.toUpperCase()}`, <Dashboard />, signedIn)
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  await line('Perfil de otra persona: Diego Sanhueza /pages/diego-sanhueza')
  const opener = await profileSwitch()
  expect(opener.getAttribute('aria-label')).toContain('Diego Sanhueza')
  await waitFor(() => expect(asked).toEqual([diego.id]))
  expect(
    within(opener)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Antonia Rivas Soto · /pages/antonia-rivas'])
  await userEvent.click(screen.getByRole('button', { name: 'Volver a mis perfiles' }))
  expect(address()).toBe(`/dashboard?profile=${antonia.id}`)
  expect(screen.queryByText(/Perfil de otra persona/)).toBeNull()
})

test('an unknown id, or another’s for an owner, opens the own first profile with a line that explains it; an own id needs none', async () => {
  const askedFor = othersProfiles()
  const unknown = '00000000-0000-4000-8000-0000000000ff'
  for (const [who, id] of [
    [signedInAs(owner), diego.id],
    [signedIn, unknown],
  ] as const) {
    showAt(`/dashboard?profile=${id}`, <Dashboard />, who)
    await line(UNKNOWN)
    expect((await profileSwitch()).textContent, id).toContain('Antonia Rivas Soto')
    await userEvent.click(screen.getByRole('button', { name: 'Entendido' }))
    expect(screen.queryByText(/no existe o no es tuyo/)).toBeNull()
    cleanup()
  }
  showAt(`/dashboard?profile=${antonia.id}`, <Dashboard />, signedIn)
  await profileSwitch()
  expect(screen.queryByRole('button', { name: 'Entendido' })).toBeNull()
  // The first step reads the own one.
  expect(askedFor.filter((one) => one !== antonia.id)).toEqual([unknown])
  expect(asked.every((one) => one === antonia.id)).toBe(true)
})

test('a tab that is pressed begins at its top, and what else changes in the address moves nothing', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  showAt('/dashboard?tab=profiles', <Dashboard />, signedIn)
  await userEvent.selectOptions(await profileSwitch(), diego.id)
  expect(scrollTo).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('link', { name: 'Apariencia' }))
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
  scrollTo.mockRestore()
})
