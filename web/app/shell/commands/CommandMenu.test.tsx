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

const open = async (keys = '{Control>}k{/Control}') => {
  await typing.keyboard(keys)
  return field()
}
async function show() {
  showAt('/dashboard?range=1m', <Dashboard />, signedIn)
  await screen.findByRole('button', { name: /Cambiar de perfil/ })
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Ctrl+K or ⌘K opens the menu, whose field has the focus; Escape gives it back', async () => {
  await show()
  const theme = screen.getByRole('button', { name: 'Tema oscuro' })
  for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}', '{Control>}K{/Control}']) {
    theme.focus()
    const input = await open(keys)
    expect(document.activeElement, keys).toBe(input)
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
    await typing.keyboard('{Escape}')
    await isClosed()
    await waitFor(() => expect(document.activeElement).toBe(theme))
  }
})

test('arrows go round, Enter goes to the tab, and a typed name to its profile', async () => {
  await show()
  const input = await open()
  await typing.keyboard('{ArrowUp}')
  const options = screen.getAllByRole('option')
  expect(input.getAttribute('aria-activedescendant')).toBe(options.at(-1)?.id)
  await typing.keyboard('{ArrowDown}{Enter}')
  await isClosed()
  await screen.findByRole('heading', { level: 1, name: 'Mis Perfiles' })
  expect(address()).toBe('/dashboard?range=1m&tab=profiles')
  await open()
  await typing.keyboard('zz{ArrowDown}{Enter}')
  await screen.findByText('Nada coincide con tu búsqueda.')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(address()).toBe('/dashboard?range=1m&tab=profiles')
  await typing.keyboard('{Backspace}{Backspace}san{Enter}')
  await waitFor(() => expect(address()).toBe(`/dashboard?range=1m&tab=profiles&profile=${diego.id}`))
})

test('the link of the chosen profile is copied', async () => {
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show()
  await open()
  await typing.click(screen.getByRole('option', { name: /Copiar enlace/ }))
  await screen.findByText('Enlace copiado')
  expect(copied).toHaveBeenCalledExactlyOnceWith('https://tarjeta.example/pages/antonia-rivas')
  copied.mockRestore()
})

test('it does not open over another dialog', async () => {
  await show()
  const other = document.createElement('div')
  other.setAttribute('role', 'dialog')
  document.body.append(other)
  await typing.keyboard('{Control>}k{/Control}')
  // Where it opened, it would be there with its chunk.
  await act(async () => void (await import('./CommandMenu.tsx')))
  expect(screen.queryByRole('combobox')).toBeNull()
  other.remove()
  await open()
})
