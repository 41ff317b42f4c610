import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { createGate } from '../../../tests/support/gate.ts'
import { analytics, antonia, diego, meOf, owner, signedIn, signedInAs, user } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { refused } from '../../testing/refused.ts'
import { address, fakeApi, press, showAt, textsOf } from '../../testing/screen.tsx'
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
  expect(textsOf(items)).toEqual(TABS.map(({ id, name }) => (id === MY_PROFILES ? `${name}2` : name)))
  expect(textsOf(items.filter((item) => item.hasAttribute('aria-current')))).toEqual(['Analíticas'])
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
  await press('Reintentar')
  await profileSwitch()
  expect(screen.queryByRole('link', { name: 'Ver perfil público' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mostrar QR' })).toBeNull()
})

test('the theme changes at once and is kept, and so does the width of the sidebar', async () => {
  showAt('/dashboard', <Dashboard />, signedIn)
  await press('Tema oscuro')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('app.theme')).toBe('dark')
  await press('Tema claro')
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  await press('Contraer menú')
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
  ['never answers', () => new Promise<Response>(() => undefined)],
])('signing out removes the session here, and ends it on a server with its token', async (how, answer) => {
  const { sent } = api.takes('post', '*/api/auth/logout', answer)
  leaves.mockClear()
  const store = showAt('/dashboard', <App />, signedIn)
  await press('Cerrar sesión')
  expect(store.getState().session.signedIn, how).toBeNull()
  expect(leaves).toHaveBeenCalledExactlyOnceWith('/')
  await waitFor(() => expect(sent('authorization')).toEqual([`Bearer ${signedIn.token}`]))
  cleanup()
})

const line = (text: string) =>
  waitFor(() => expect(textsOf(screen.getAllByRole('status')).join('\n')).toContain(text))
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
  await press('Reintentar')
  await line('Perfil de otra persona: Diego Sanhueza /pages/diego-sanhueza')
  const opener = await profileSwitch()
  expect(opener.getAttribute('aria-label')).toContain('Diego Sanhueza')
  await waitFor(() => expect(asked).toEqual([diego.id]))
  expect(textsOf(within(opener).getAllByRole('option'))).toEqual([
    'Antonia Rivas Soto · /pages/antonia-rivas',
  ])
  await press('Volver a mis perfiles')
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
    await press('Entendido')
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

const { user_name: _name, user_email: _email, created_at: _created, ...mine } = antonia
const own: OwnProfile = { ...mine, profile_image: 'abc123' }
const showOwners = () => showAt('/dashboard', <Dashboard />, signedInAs(owner))

test('an owner without profiles makes the first one, and sees it at once: the read waits for the write', async () => {
  let profiles: OwnProfile[] = []
  const gate = createGate()
  const { sent: sentToRead } = api.takes('get', PROFILES, () => HttpResponse.json(profiles))
  const { sent } = api.takes('post', '*/api/profiles/create', async () => {
    await gate.opened
    profiles = [own]
    return HttpResponse.json(own, { headers: { 'log-position': '42' } })
  })
  showOwners()
  await press('Crear mi primer perfil')
  await screen.findByRole('button', { name: 'Creando...' })
  gate.open()
  const toast = await screen.findByText('Nuevo perfil creado exitosamente')
  expect(toast.closest('[role=status]')).not.toBeNull()
  const opener = await screen.findByRole('combobox', { name: /Antonia Rivas Soto.*Cambiar de perfil/ })
  expect(opener.parentElement?.querySelector('img')?.getAttribute('src')).toBe('/api/files/abc123-w112')
  await waitFor(() => expect(sentToRead('wait-for-position')).toEqual([null, '42']))
  expect(sent('idempotency-key')[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('the card comes first while a step is open, then the tab of last time', async () => {
  const done = { ...own, phone: '+56 9 6123 4567', visits: 12 }
  for (const [profile, tab, title] of [
    [{ ...done, phone: '' }, 'analytics', 'Mis Perfiles'],
    [done, 'analytics', 'Analytics Dashboard'],
    [done, undefined, 'Mis Perfiles'],
  ] as const) {
    localStorage.clear()
    sessionStorage.clear()
    if (tab !== undefined) localStorage.setItem('app.tab', tab)
    api.use(http.get(PROFILES, () => HttpResponse.json([profile])))
    showOwners()
    const heading = await screen.findByRole('heading', { level: 1, name: title })
    // The title has the focus: what the keyboard reaches next is the card.
    if (title === 'Mis Perfiles') {
      const card = await screen.findByRole('region', { name: 'Tu tarjeta' })
      expect(card.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    }
    cleanup()
  }
})
