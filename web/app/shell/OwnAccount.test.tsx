// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { enterText } from '../../testing/enter-text.ts'
import { meOf, owner, sessionOf, signedInAs } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { detailOf, refused } from '../../testing/refused.ts'
import { address, fakeApi, showAt } from '../../testing/screen.tsx'
import { RequireSession } from '../routes/RequireSession.tsx'
import { Dashboard } from './Dashboard.tsx'

const api = fakeApi()
const ME = '*/api/auth/me'
const CLOSE = '*/api/auth/close-sessions'
const EXPORT = '*/api/auth/export'
const PASSWORD = 'Correcta1'

let known = meOf(owner)
let sent: unknown[] = []
beforeEach(() => {
  known = meOf(owner)
  sent = []
  api.use(
    ...quietCalls(),
    http.get('*/api/profiles/me', () => HttpResponse.json([])),
    http.get(ME, () => HttpResponse.json(known)),
  )
})
afterEach(() => vi.restoreAllMocks())

const show = async () => {
  const dashboard = (
    <RequireSession>
      <Dashboard />
    </RequireSession>
  )
  const store = showAt('/dashboard?tab=account', dashboard, signedInAs(owner))
  await screen.findByRole('heading', { level: 1, name: 'Mi cuenta' })
  return store
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  await enterText(field, text)
}

test('the name leads to the own account, which is named in the menu as the present page', async () => {
  api.use(http.get('*/api/figures/:id/unified', () => refused('not-found')))
  showAt('/dashboard', <Dashboard />, signedInAs(owner))
  const link = screen.getByRole('link', { name: `Mi cuenta: ${owner.name}` })
  await userEvent.click(link)
  await screen.findByRole('heading', { level: 1, name: 'Mi cuenta' })
  expect(address()).toBe('/dashboard?tab=account')
  expect(link.getAttribute('aria-current')).toBe('page')
})

test('a new name is saved without its outer blanks, and shown at once', async () => {
  api.use(
    http.put(ME, async ({ request }) => {
      sent.push(await request.json())
      known = meOf({ ...owner, name: 'Antonia Soto' })
      return HttpResponse.json(known)
    }),
  )
  await show()
  await type('Nombre completo', ' Antonia Soto ')
  await press('Guardar nombre')
  await screen.findByText('Nombre actualizado')
  await screen.findByRole('link', { name: 'Mi cuenta: Antonia Soto' })
  expect(sent).toEqual([{ name: 'Antonia Soto' }])
})

test('a name over the limit is refused beside its field, and kept', async () => {
  await show()
  await userEvent.click(screen.getByLabelText('Nombre completo'))
  await userEvent.clear(screen.getByLabelText('Nombre completo'))
  await userEvent.paste('x'.repeat(121))
  await press('Guardar nombre')
  await screen.findByText('Máximo 120 caracteres. Te sobran 1.')
  expect(screen.getByLabelText('Nombre completo')).toHaveProperty('value', 'x'.repeat(121))
})

async function changePassword() {
  await type('Contraseña actual', PASSWORD)
  await type('Nueva contraseña', 'Nueva-clave-2')
  await type('Repite la contraseña', 'Nueva-clave-2')
  await press('Cambiar contraseña')
}

test('a new password goes on with its new session, and the form is empty again', async () => {
  const next = { ...sessionOf(owner), access_token: `${sessionOf(owner).access_token}2` }
  api.use(http.post('*/api/auth/change-password', () => HttpResponse.json(next)))
  const store = await show()
  await changePassword()
  await screen.findByText('Contraseña actualizada. Cerramos tus otras sesiones.')
  expect(store.getState().session.signedIn?.token).toBe(next.access_token)
  await waitFor(() => expect(screen.getByLabelText('Contraseña actual')).toHaveProperty('value', ''))
})

test('a wrong present password is refused beside its field', async () => {
  const detail = 'Tu contraseña actual no es correcta.'
  const answer = () => refused('wrong-credentials', { field: 'current_password', detail })
  api.use(http.post('*/api/auth/change-password', answer))
  const store = await show()
  await changePassword()
  await screen.findByText(detail)
  expect(document.activeElement).toBe(screen.getByLabelText('Contraseña actual'))
  expect(store.getState().session.signedIn).not.toBeNull()
})

test('an account without a password is led to the link that sets one', async () => {
  known = { ...meOf(owner), has_password: false }
  await show()
  await screen.findByRole('link', { name: 'pide el enlace para crearla' })
  expect(screen.queryByLabelText('Contraseña actual')).toBeNull()
})

async function askToClose() {
  const store = await show()
  await press('Cerrar todas las sesiones')
  return { store, dialog: within(screen.getByRole('dialog', { name: '¿Cerrar todas las sesiones?' })) }
}

test('closing all sessions needs a confirmation, and Cancelar has the focus', async () => {
  const { store, dialog } = await askToClose()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancelar' }))
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(store.getState().session.signedIn).not.toBeNull()
})

test('closing all sessions ends this one too and leads to the login', async () => {
  api.use(http.post(CLOSE, () => HttpResponse.json({ message: 'Listo.' })))
  const { store, dialog } = await askToClose()
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar sesiones' }))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(store.getState().session.signedIn).toBeNull()
})

test.each([
  ['its reason', () => refused('unavailable'), detailOf('unavailable')],
  ['nothing', () => HttpResponse.error(), 'No pudimos cerrar tus sesiones.'],
])('sessions that are not closed, with %s, stay open', async (_what, answer, text) => {
  api.use(http.post(CLOSE, answer))
  const { store, dialog } = await askToClose()
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar sesiones' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(text)
  expect(store.getState().session.signedIn).not.toBeNull()
})

function savedFiles(): readonly string[] {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  return saved
}

test('the export is saved under the name that the server gives it', async () => {
  const saved = savedFiles()
  const headers = { 'content-disposition': 'attachment; filename=mis-datos_2026-11-20.zip' }
  api.use(http.get(EXPORT, () => new HttpResponse('zip', { headers })))
  await show()
  await press('Descargar mis datos')
  await screen.findByText('Datos descargados')
  expect(saved).toEqual(['mis-datos_2026-11-20.zip'])
})

test('the expediente of the own account is saved beside the export', async () => {
  const saved = savedFiles()
  const headers = { 'content-disposition': 'attachment; filename=expediente_cuenta.jsonl' }
  api.use(http.get('*/api/auth/me/expediente', () => new HttpResponse('{}\n', { headers })))
  await show()
  await press('Descargar expediente')
  await screen.findByText('Expediente descargado')
  expect(saved).toEqual(['expediente_cuenta.jsonl'])
})

test('an export that has to wait shows it', async () => {
  api.use(
    http.get(EXPORT, () => refused('unavailable', { detail: 'Estamos preparando otra.', retryAfter: 15 })),
  )
  await show()
  await press('Descargar mis datos')
  expect((await screen.findByRole('alert')).textContent).toBe('Estamos preparando otra.')
})

async function askToDelete() {
  const store = await show()
  await press('Borrar mi cuenta')
  return { store, dialog: within(screen.getByRole('dialog', { name: '¿Borrar tu cuenta?' })) }
}

test('deleting names what goes, shows that it takes a while, and leads to the login', async () => {
  const gate = createGate()
  api.use(
    http.delete(ME, async ({ request }) => {
      sent.push(await request.json())
      await gate.opened
      return HttpResponse.json({ message: 'Listo.' })
    }),
  )
  const { store, dialog } = await askToDelete()
  expect(dialog.getAllByRole('listitem')).toHaveLength(4)
  await userEvent.type(dialog.getByLabelText('Tu contraseña'), PASSWORD)
  await userEvent.click(dialog.getByRole('button', { name: 'Borrar para siempre' }))
  expect((await dialog.findByText(/Tarda unos segundos/)).getAttribute('role')).toBe('status')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeNull()
  gate.open()
  await waitFor(() => expect(address()).toBe('/login'))
  expect(store.getState().session).toEqual({ signedIn: null, endedBy: 'erasure' })
  expect(sent).toEqual([{ password: PASSWORD }])
})

test('an empty password is not sent, and a wrong one is refused beside its field', async () => {
  const detail = 'Esa no es tu contraseña.'
  api.use(http.delete(ME, () => refused('wrong-credentials', { field: 'password', detail })))
  const { store, dialog } = await askToDelete()
  await userEvent.click(dialog.getByRole('button', { name: 'Borrar para siempre' }))
  await dialog.findByText('Completa este campo.')
  await userEvent.type(dialog.getByLabelText('Tu contraseña'), 'Otra-clave-1')
  await userEvent.click(dialog.getByRole('button', { name: 'Borrar para siempre' }))
  await dialog.findByText(detail)
  expect(store.getState().session.signedIn).not.toBeNull()
})

test.each(['last-administrator', 'sign-in-again'] as const)('%s is shown in the dialog', async (code) => {
  known = { ...meOf(owner), has_password: false }
  api.use(
    http.delete(ME, async ({ request }) => {
      sent.push(await request.json())
      return refused(code)
    }),
  )
  const store = await show()
  await screen.findByRole('link', { name: 'pide el enlace para crearla' })
  await press('Borrar mi cuenta')
  await press('Borrar para siempre')
  expect((await screen.findByRole('alert')).textContent).toBe(detailOf(code))
  expect(store.getState().session.signedIn).not.toBeNull()
  expect(sent).toEqual([{}])
})
