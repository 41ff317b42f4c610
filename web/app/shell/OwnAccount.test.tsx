import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { meOf, owner, sessionOf, signedInAs } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { savedFiles } from '../../testing/saved-files.ts'
import { detailOf, lost, refused } from '../../testing/refused.ts'
import { address, enterText, fakeApi, press, replaceText, showAt } from '../../testing/screen.tsx'
import { RequireSession } from '../App.tsx'
import { OwnAccountScreen } from '../../features/accounts/own/OwnAccountScreen.tsx'
import { Toasts } from '../../ui/notices/Toasts.tsx'
import { Dashboard } from './Dashboard.tsx'

const api = fakeApi()
const ME = '*/api/auth/me'
const CLOSE = '*/api/auth/close-sessions'
const PASSWORD = 'Correcta1'

let known = meOf(owner)
beforeEach(() => {
  known = meOf(owner)
  api.use(
    ...quietCalls(),
    http.get('*/api/profiles/me', () => HttpResponse.json([])),
    http.get(ME, () => HttpResponse.json(known)),
  )
})
const account = (
  <Toasts>
    <OwnAccountScreen user={owner} />
  </Toasts>
)
const show = async (part = account) => {
  const store = showAt('/dashboard?tab=account', <RequireSession>{part}</RequireSession>, signedInAs(owner))
  await screen.findByRole('heading', { level: 1, name: 'Mi cuenta' })
  return store
}
const type = (label: string, text: string) => replaceText(screen.getByLabelText(label), text)

test('the name leads to the own account, which is named in the menu as the present page', async () => {
  showAt('/dashboard?tab=profiles', <Dashboard />, signedInAs(owner))
  const link = screen.getByRole('link', { name: `Mi cuenta: ${owner.name}` })
  await userEvent.click(link)
  await screen.findByRole('heading', { level: 1, name: 'Mi cuenta' })
  expect(address()).toBe('/dashboard?tab=account')
  expect(link.getAttribute('aria-current')).toBe('page')
})

test('a name over the limit is refused beside its field; a good one is saved without its outer blanks and shown', async () => {
  const { bodies } = api.takes('put', ME, () => {
    known = meOf({ ...owner, name: 'Antonia Soto' })
    return HttpResponse.json(known)
  })
  await show(<Dashboard />)
  await type('Nombre completo', 'x'.repeat(121))
  await press('Guardar nombre')
  await screen.findByText('Máximo 120 caracteres. Te sobran 1.')
  expect(screen.getByLabelText('Nombre completo')).toHaveProperty('value', 'x'.repeat(121))
  await type('Nombre completo', ' Antonia Soto ')
  await press('Guardar nombre')
  await screen.findByText('Nombre actualizado')
  await screen.findByRole('link', { name: 'Mi cuenta: Antonia Soto' })
  expect(bodies).toEqual([{ name: 'Antonia Soto' }])
})

test('an e-mail is changed by a code of each mailbox; a wrong one is told, and another address begins anew', async () => {
  const mailed = () =>
    HttpResponse.json({ message: 'Te enviamos un código a cada correo.', is_changed: false })
  const late = () => refused('invalid', { detail: 'Alguno de los códigos venció.' })
  const { bodies } = api.takes('post', '*/api/auth/email', mailed, mailed, late, () => {
    known = meOf({ ...owner, email: 'nueva@x.cl' })
    return HttpResponse.json({ message: 'Correo actualizado', is_changed: true })
  })
  await show(<Dashboard />)
  await type('Correo nuevo', 'otra@gmial.com')
  await userEvent.tab()
  await press('otra@gmail.com')
  await press('Enviar códigos')
  await screen.findByLabelText('Código de tu correo nuevo')
  await type('Correo nuevo', ' nueva@x.cl')
  expect(screen.queryByLabelText('Código de tu correo nuevo')).toBeNull()
  await press('Enviar códigos')
  const code = await screen.findByLabelText('Código de tu correo actual')
  expect(document.activeElement).toBe(code)
  await enterText(code, '1')
  await type('Código de tu correo nuevo', '2')
  await press('Cambiar correo')
  await screen.findByText('Alguno de los códigos venció.')
  await type('Código de tu correo actual', '3')
  await press('Cambiar correo')
  await screen.findByText('Correo actualizado')
  expect(await screen.findByLabelText('Correo nuevo')).toHaveProperty('value', '')
  const codes = { email: 'nueva@x.cl', new_code: '2' }
  expect(bodies).toEqual([
    { email: 'otra@gmail.com' },
    { email: 'nueva@x.cl' },
    { ...codes, code: '1' },
    { ...codes, code: '3' },
  ])
})

test('until the account is read a password is required: a wrong one is refused beside its field; a new one goes on with its new session', async () => {
  const detail = 'Tu contraseña actual no es correcta.'
  api.use(http.get(ME, () => HttpResponse.error()))
  const next = { ...sessionOf(owner), access_token: `${sessionOf(owner).access_token}2` }
  const wrong = () => refused('wrong-credentials', { field: 'current_password', detail })
  api.takes('post', '*/api/auth/change-password', wrong, () => HttpResponse.json(next))
  const store = await show()
  await type('Contraseña actual', PASSWORD)
  await type('Nueva contraseña', 'Nueva-clave-2')
  await type('Repite la contraseña', 'Nueva-clave-2')
  await press('Cambiar contraseña')
  await screen.findByText(detail)
  expect(document.activeElement).toBe(screen.getByLabelText('Contraseña actual'))
  expect(store.getState().session.signedIn).not.toBeNull()
  await press('Cambiar contraseña')
  await screen.findByText('Contraseña actualizada. Cerramos tus otras sesiones.')
  expect(store.getState().session.signedIn?.token).toBe(next.access_token)
  await waitFor(() => expect(screen.getByLabelText('Contraseña actual')).toHaveProperty('value', ''))
})

test('each open session is listed, and another than this one can be closed by itself', async () => {
  const [here, there] = ['00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000b2']
  const seen = { began_at: '2026-11-01T12:00:00.000Z', seen_at: '2026-11-03T12:00:00.000Z' }
  let open = [
    { id: here, device: 'desktop', is_current: true, ...seen },
    { id: there, device: 'iphone', is_current: false, ...seen },
  ]
  let isAway = true
  api.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json(open)),
    http.delete('*/api/auth/sessions/:id', ({ params }) => {
      if (isAway) return HttpResponse.error()
      open = open.filter(({ id }) => id !== params.id)
      return HttpResponse.json({ message: 'Cerraste esa sesión.' })
    }),
  )
  const store = await show()
  const list = within(await screen.findByRole('list', { name: 'Sesiones abiertas' }))
  await list.findByText('iPhone')
  expect(list.getAllByRole('listitem')[0]!.textContent).toBe(
    'ComputadorÚltima vez: 03-11-2026Este dispositivo',
  )
  await press('Cerrar sesión: iPhone')
  expect((await list.findByRole('alert')).textContent).toBe('No pudimos cerrar esa sesión.')
  isAway = false
  await press('Cerrar sesión: iPhone')
  await waitFor(() => expect(list.queryByText('iPhone')).toBeNull())
  expect(list.queryByRole('button')).toBeNull()
  expect(store.getState().session.signedIn).not.toBeNull()
})

test('closing all sessions asks first, shows why it fails, and ends this one too', async () => {
  const store = await show()
  api.takes('post', CLOSE, lost, () => HttpResponse.json({ message: 'Listo.' }))
  await press('Cerrar todas las sesiones')
  const dialog = within(screen.getByRole('dialog', { name: '¿Cerrar todas las sesiones?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancelar' }))
  await press('Cerrar sesiones', dialog)
  await dialog.findByText('No pudimos cerrar tus sesiones.')
  expect(store.getState().session.signedIn).not.toBeNull()
  await press('Cerrar sesiones', dialog)
  await waitFor(() => expect(address()).toBe('/login'))
  expect(store.getState().session.signedIn).toBeNull()
})

test('an export that has to wait shows it; it and the expediente are saved under the names of the server', async () => {
  const saved = savedFiles()
  const file = (name: string) => () =>
    new HttpResponse('{}', { headers: { 'content-disposition': `attachment; filename=${name}` } })
  const busy = () => refused('unavailable', { detail: 'Estamos preparando otra.', retryAfter: 15 })
  api.takes('get', '*/api/auth/export', busy, file('mis-datos_2026-11-20.json'))
  api.use(http.get('*/api/account/:id/expediente', file('expediente_cuenta.jsonl')))
  await show()
  await press('Descargar mis datos')
  expect((await screen.findByRole('alert')).textContent).toBe('Estamos preparando otra.')
  await press('Descargar mis datos')
  await screen.findByText('Datos descargados')
  await press('Descargar expediente')
  await screen.findByText('Expediente descargado')
  expect(saved.map(({ name }) => name)).toEqual(['mis-datos_2026-11-20.json', 'expediente_cuenta.jsonl'])
})

test('deleting needs the right password, shows that it takes a while, and leads to the login', async () => {
  const detail = 'Esa no es tu contraseña.'
  api.use(http.delete(ME, () => refused('wrong-credentials', { field: 'password', detail })))
  const store = await show()
  await press('Borrar mi cuenta')
  const dialog = within(screen.getByRole('dialog', { name: '¿Borrar tu cuenta?' }))
  const erase = () => press('Borrar para siempre', dialog)
  expect(dialog.getAllByRole('listitem')).toHaveLength(4)
  await erase()
  await dialog.findByText('Completa este campo.')
  await enterText(dialog.getByLabelText('Tu contraseña'), PASSWORD)
  await erase()
  await dialog.findByText(detail)
  expect(store.getState().session.signedIn).not.toBeNull()
  const gate = createGate()
  const erased = () => gate.opened.then(() => HttpResponse.json({ message: 'Listo.' }))
  const { bodies } = api.takes('delete', ME, erased)
  await erase()
  expect((await dialog.findByText(/Tarda unos segundos/)).getAttribute('role')).toBe('status')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeNull()
  gate.open()
  await waitFor(() => expect(address()).toBe('/login'))
  expect(store.getState().session).toEqual({ signedIn: null, endedBy: 'erasure' })
  expect(bodies).toEqual([{ password: PASSWORD }])
})

test('an account without a password is led to the link that sets one, and deleted without one, or told why not', async () => {
  known = { ...meOf(owner), has_password: false }
  const store = await show()
  await screen.findByRole('link', { name: 'pide el enlace para crearla' })
  expect(screen.queryByLabelText('Contraseña actual')).toBeNull()
  await press('Borrar mi cuenta')
  const { bodies } = api.takes('delete', ME, () => refused('last-administrator'))
  await press('Borrar para siempre')
  await screen.findByText(detailOf('last-administrator'))
  expect(store.getState().session.signedIn).not.toBeNull()
  expect(bodies).toEqual([{}])
})
