import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { createGate } from '../../../tests/support/gate.ts'
import { listed, listedReminders } from '../../testing/admin-server.ts'
import { signedIn, user } from '../../testing/fixtures.ts'
import { address, enterText, fakeApi, press, showPartAt } from '../../testing/screen.tsx'
import { LISTS, type ListName } from './admin-api.ts'
import { AdminScreen } from './AdminScreen.tsx'
import { PANELS } from './panels.ts'

const TOTALS: Readonly<Record<ListName, number>> = {
  users: 148,
  'activation-codes': 64,
  quotations: 9,
  profiles: 231,
  reminders: 1_206,
  requests: 4,
}
const api = fakeApi()
let counts: string[] = []
let lists: string[] = []
let gate: ReturnType<typeof createGate>
beforeEach(() => {
  counts = []
  lists = []
  gate = createGate()
  gate.open()
  api.use(
    ...LISTS.map((list) =>
      http.get(`*/api/admin/${list}`, async ({ request }) => {
        const { searchParams } = new URL(request.url)
        if (searchParams.get('limit') === '1') counts.push(`${list} ${searchParams}`)
        else lists.push(list)
        await gate.opened
        const page = { total: TOTALS[list] }
        return list === 'reminders' ? listedReminders([], page) : listed([], page)
      }),
    ),
  )
})

const show = (at = '/admin') => showPartAt(at, <AdminScreen user={user} />, signedIn)
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
const selected = () => screen.getByRole('tab', { selected: true }).textContent

test('all counts, of requests and quotations of those that wait, dashes until then, and the first list are requested at once and again by Actualizar', async () => {
  gate = createGate()
  show()
  for (const { name, list } of PANELS) expect(tab(name).textContent).toBe(`${name}${list ? '–' : ''}`)
  gate.open()
  await screen.findByText('148 usuarios y 231 perfiles')
  for (const { name, list } of PANELS)
    await waitFor(() =>
      expect(tab(name).textContent).toBe(`${name}${list ? TOTALS[list].toLocaleString('es-CL') : ''}`),
    )
  await waitFor(() => expect(lists).toEqual(['users']))
  const waiting = { quotations: '&status=pending', requests: '&state=open' } as Record<string, string>
  expect(counts.toSorted()).toEqual(LISTS.map((list) => `${list} limit=1${waiting[list] ?? ''}`).toSorted())
  expect(address()).toBe('/admin')
  const first = counts.length
  await press('Actualizar')
  await waitFor(() => expect([counts.length, lists]).toEqual([2 * first, ['users', 'users']]))
})

testTable([
  ['usuarios', 'Todavía no hay usuarios.'],
  ['codigos', 'Aún no hay códigos.'],
  ['perfiles', 'Cada usuario crea los suyos en Mis Perfiles.'],
  ['recordatorios', 'Llegan cuando alguien pide uno en un perfil público.'],
  ['solicitudes', 'No hay solicitudes abiertas.'],
])('a list that is empty says so', async (id, text) => {
  cleanup()
  show(`/admin?tab=${id}`)
  await screen.findByText(text)
})

test('a list is requested when its tab is first opened, and stays as it was left', async () => {
  show('/admin?search=kept')
  const search = await screen.findByLabelText('Nombre o correo')
  await enterText(search, 'ana')
  await userEvent.click(tab('Recordatorios'))
  await waitFor(() => expect(lists).toContain('reminders'))
  expect(address()).toBe('/admin?search=kept&tab=recordatorios')
  await userEvent.click(tab('Usuarios'))
  expect(screen.getByLabelText<HTMLInputElement>('Nombre o correo').value).toBe('ana')
  await userEvent.click(tab('Recordatorios'))
  expect(lists.filter((list) => list === 'reminders')).toHaveLength(1)
})

test('the address names the tab; one that names none opens the first, where arrows move and a press opens', async () => {
  show('/admin?tab=recordatorios')
  const panel = await screen.findByRole('tabpanel', { name: /^Recordatorios/ })
  await within(panel).findByLabelText('Perfil o correo')
  expect(lists).not.toContain('users')
  cleanup()
  show('/admin?tab=nada')
  await waitFor(() => expect(selected()).toContain('Usuarios'))
  tab('Usuarios').focus()
  await userEvent.keyboard('{End}')
  const last = PANELS.at(-1)!
  expect(document.activeElement).toBe(tab(last.name))
  expect(selected()).toContain('Usuarios')
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe(`/admin?tab=${last.id}`)
})
