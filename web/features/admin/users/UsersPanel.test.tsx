import type { AdminUser, UserChanges } from '@app/contracts/administration.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { listed } from '../../../testing/admin-server.ts'
import { signedIn, user } from '../../../testing/fixtures.ts'
import { detailOf, refused } from '../../../testing/refused.ts'
import { enterText, fakeApi, press, replaceText, showPartAt } from '../../../testing/screen.tsx'
import { UsersPanel } from './UsersPanel.tsx'

const self: AdminUser = { ...user, created_at: '2026-11-02T03:30:00.000Z' }
const ana: AdminUser = {
  ...self,
  id: 'account-2',
  name: 'Ana Mella',
  email: 'ana@correo.example',
  is_admin: false,
  profiles_count: 1,
  max_profiles: 1,
}
const bea: AdminUser = { ...ana, id: 'account-3', name: 'Bea Paz', is_active: false, activation_used: false }

const api = fakeApi()

/** The panel, and what its server is asked. */
function show() {
  let rows: readonly AdminUser[] = [self, ana, bea]
  const lists: string[] = []
  const changed: [string, UserChanges][] = []
  api.use(
    http.get('*/api/admin/users', ({ request }) => {
      const { searchParams } = new URL(request.url)
      lists.push(searchParams.toString())
      const state = searchParams.get('state')
      return listed(rows.filter((row) => state === 'all' || row.is_active === (state === 'active')))
    }),
    http.put('*/api/admin/users/:id', async ({ request, params }) => {
      const changes = (await request.json()) as UserChanges
      changed.push([String(params.id), changes])
      rows = rows.map((row) => (row.id === params.id ? ({ ...row, ...changes } as AdminUser) : row))
      return HttpResponse.json(rows.find(({ id }) => id === params.id))
    }),
  )
  showPartAt('/admin', <UsersPanel user={user} />, signedIn)
  return { lists, changed }
}

const said = (text: string) => screen.findByText(text)

test('search, state and order are sent to the server', async () => {
  const { lists } = show()
  await enterText(await screen.findByLabelText('Nombre o correo'), 'bea ')
  await waitFor(() => expect(lists.at(-1)).toContain('search=bea&state=all'))
  await press('Inactivos')
  await waitFor(() => expect(lists.at(-1)).toContain('search=bea&state=inactive'))
  for (const [head, sort] of [
    ['Nombre', 'name'],
    ['Perfiles', '-profiles_count'],
  ] as const) {
    await press(head)
    await waitFor(() => expect(lists.at(-1)).toContain(`sort=${sort}`))
  }
})

const ask = async () => {
  await press('Desactivar a Ana Mella')
  return within(screen.getByRole('dialog', { name: '¿Desactivar a Ana Mella?' }))
}

test('a change of access that fails says why, in its dialog if it has one, reads the list again and changes nothing', async () => {
  const { lists, changed } = show()
  const dialog = await ask()
  const deactivate = () => press('Desactivar', dialog)
  api.use(http.put('*/api/admin/users/:id', () => refused('last-administrator'), { once: true }))
  const before = lists.length
  await deactivate()
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(detailOf('last-administrator')))
  await waitFor(() => expect(lists.length).toBe(before + 1))
  expect([screen.getAllByText('Inactivo').length, changed]).toEqual([1, []])
  await userEvent.keyboard('{Escape}')
  const answer = () => refused('not-found', { detail: 'Esa cuenta no existe.' })
  api.use(http.put('*/api/admin/users/:id', answer, { once: true }))
  await press('Activar a Bea Paz')
  await said('Error: Esa cuenta no existe.')
})

test('one’s own account stays, and the button says why', async () => {
  show()
  const own = (await screen.findByTitle(self.email)).closest('tr')!
  expect(within(own).getByRole<HTMLButtonElement>('button', { name: 'Desactivar' }).disabled).toBe(true)
  within(own).getByTitle('No puedes desactivar tu propia cuenta.')
})

const limit = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Límite de Ana Mella' })
const custom = async (typed: string) => {
  await userEvent.selectOptions(await limit(), 'Personalizado...')
  const field = screen.getByRole<HTMLInputElement>('textbox', {
    name: 'Límite de Ana Mella, número de perfiles',
  })
  expect(document.activeElement).toBe(field)
  await replaceText(field, typed)
}

test('an unusual limit can be typed, and is listed among the usual ones', async () => {
  const gate = createGate()
  const { changed } = show()
  await custom('12')
  api.use(http.put('*/api/admin/users/:id', () => gate.opened, { once: true }))
  await userEvent.keyboard('{Enter}{Enter}')
  await screen.findByRole('button', { name: 'Aplicando...' })
  gate.open()
  await said('Límite actualizado a 12 perfiles')
  await waitFor(async () => expect((await limit()).value).toBe('12'))
  expect(document.activeElement).toBe(await limit())
  const texts = [...(await limit()).options].map(({ text }) => text)
  expect(texts.slice(5, 8)).toEqual(['10 perfiles', '12 perfiles', '15 perfiles'])
  expect(changed).toEqual([['account-2', { max_profiles: 12 }]])
})

test('a limit that is wrong or refused stays in its field, with the reason; leaving it gives the focus back', async () => {
  const { changed } = show()
  for (const [typed, text] of [
    ['-0e', 'Escribe un número mayor que 0.'],
    ['1001', 'Escribe un número de 1 a 1.000.'],
  ] as const) {
    await custom(typed)
    await press('Aplicar')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /número de perfiles/ })
    expect(field.value).toBe(typed.replaceAll(/\D/g, ''))
    await screen.findByText(text)
    expect([field.getAttribute('aria-invalid'), changed]).toEqual(['true', []])
    await (typed === '1001' ? press('Cancelar') : userEvent.keyboard('{Escape}'))
    expect(document.activeElement).toBe(await limit())
    expect([(await limit()).value, changed]).toEqual(['1', []])
  }
  await custom('12')
  api.use(http.put('*/api/admin/users/:id', () => HttpResponse.error()))
  await press('Aplicar')
  await said('Error: No pudimos cambiar el límite.')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /número de perfiles/ }).value).toBe('12')
})

test('an e-mail is changed in a dialog; one of somebody else stays there, with the reason at its field', async () => {
  const { changed } = show()
  await press('Cambiar el correo de Ana Mella')
  const dialog = within(await screen.findByRole('dialog', { name: 'Correo de Ana Mella' }))
  const field = dialog.getByLabelText<HTMLInputElement>('Correo nuevo')
  expect(field.value).toBe('ana@correo.example')
  api.use(http.put('*/api/admin/users/:id', () => refused('email-taken', { field: 'email' }), { once: true }))
  await replaceText(field, 'ana@nueva.example', '{Enter}')
  await dialog.findByText(detailOf('email-taken'))
  await press('Guardar correo', dialog)
  await said('Correo actualizado')
  expect(changed).toEqual([['account-2', { email: 'ana@nueva.example' }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
