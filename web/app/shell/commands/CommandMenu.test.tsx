// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { analytics, antonia, diego, signedIn } from '../../../testing/fixtures.ts'
import { quietCalls } from '../../../testing/live-server.ts'
import { address, fakeApi, showAt } from '../../../testing/screen.tsx'
import { Dashboard } from '../Dashboard.tsx'
import { TABS } from '../tabs.ts'

vi.mock('../../../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const typing = userEvent.setup({ delay: null })

beforeEach(() =>
  api.use(
    ...quietCalls(),
    http.get('*/api/profiles/me', () => HttpResponse.json([antonia, diego])),
    http.get('*/api/figures/:profileId/unified', () => HttpResponse.json(analytics)),
  ),
)

const field = () => screen.findByRole('combobox', { name: 'Buscar un comando' })

async function openMenu(keys = '{Control>}k{/Control}') {
  showAt('/dashboard?range=1m', <Dashboard />, signedIn)
  await screen.findByRole('button', { name: /Cambiar de perfil/ })
  await typing.keyboard(keys)
  return field()
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}', '{Control>}K{/Control}'])(
  '%s opens the menu, whose field has the focus and names the first option',
  async (keys) => {
    const input = await openMenu(keys)
    expect(document.activeElement).toBe(input)
    const options = screen.getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      ...TABS.map(({ name }) => name),
      'Administración',
      'Mi cuenta',
      'Copiar enlace/pages/antonia-rivas',
      'Diego Sanhueza/pages/diego-sanhueza',
    ])
    expect(input.getAttribute('aria-activedescendant')).toBe(options[0]?.id)
    expect(options[0]?.getAttribute('aria-selected')).toBe('true')
  },
)

test('arrows go round, and Enter goes to the tab', async () => {
  const input = await openMenu()
  await typing.keyboard('{ArrowUp}')
  const options = screen.getAllByRole('option')
  expect(input.getAttribute('aria-activedescendant')).toBe(options.at(-1)?.id)
  await typing.keyboard('{ArrowDown}{Enter}')
  await isClosed()
  await screen.findByRole('heading', { level: 1, name: 'Mis Perfiles' })
  expect(address()).toBe('/dashboard?range=1m&tab=profiles')
})

test('a name that is typed switches to the profile', async () => {
  await openMenu()
  await typing.keyboard('sanhu{Enter}')
  await waitFor(() => expect(address()).toBe(`/dashboard?range=1m&profile=${diego.id}`))
})

test('the link of the chosen profile is copied', async () => {
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openMenu()
  await typing.click(screen.getByRole('option', { name: /Copiar enlace/ }))
  await screen.findByText('Enlace copiado')
  expect(copied).toHaveBeenCalledExactlyOnceWith('https://tarjeta.example/pages/antonia-rivas')
  copied.mockRestore()
})

test('a search without a match shows it, and Enter does nothing', async () => {
  await openMenu()
  await typing.keyboard('zzz{ArrowDown}{Enter}')
  await screen.findByText('Nada coincide con tu búsqueda.')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(address()).toBe('/dashboard?range=1m')
})

test('Escape closes it, and the focus goes back', async () => {
  showAt('/dashboard', <Dashboard />, signedIn)
  await screen.findByRole('heading', { level: 1 })
  const theme = screen.getByRole('button', { name: 'Tema oscuro' })
  theme.focus()
  await typing.keyboard('{Control>}k{/Control}')
  await field()
  await typing.keyboard('{Escape}')
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(theme))
})

test('it does not open over another dialog', async () => {
  showAt('/dashboard', <Dashboard />, signedIn)
  await screen.findByRole('heading', { level: 1 })
  const other = document.createElement('div')
  other.setAttribute('role', 'dialog')
  document.body.append(other)
  await typing.keyboard('{Control>}k{/Control}')
  // Where it opened, it would be there with its chunk.
  await act(async () => void (await import('./CommandMenu.tsx')))
  expect(screen.queryByRole('combobox')).toBeNull()
  other.remove()
  await typing.keyboard('{Control>}k{/Control}')
  await field()
})
