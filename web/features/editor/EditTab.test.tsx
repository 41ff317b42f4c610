import { NO_DETAILS } from '@app/contracts/profiles.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Link } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { Dashboard } from '../../app/shell/Dashboard.tsx'
import { draftKey } from '../../app/session/session-storage.ts'
import { antonia, diego, owner, signedInAs } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { profileServer } from '../../testing/profile-server.ts'
import { refused } from '../../testing/refused.ts'
import { address, fakeApi, goBack, press, showAt, showPartAt, textsOf } from '../../testing/screen.tsx'
import { EditTab } from './EditTab.tsx'

const api = fakeApi()
const { user_name: _name, user_email: _email, created_at: _created, ...own } = antonia
const typing = userEvent.setup({ delay: null })
const SAVED = 'Perfil actualizado correctamente'
const CHANGED = 'Este perfil cambió en otra sesión.'
const KEY = draftKey(owner.id, own.id)

let server = profileServer(own)
beforeEach(() => {
  server = profileServer({ ...own, custom_link_title: '' })
  api.use(...quietCalls(), ...server.handlers)
})
const AT = '/dashboard?tab=profile'
const show = () => showPartAt(AT, <EditTab profile={own} />, signedInAs(owner))
const field = (label: string) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })
const fill = async (label: string, text: string) => {
  const input = await field(label)
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
}
const save = () => press('Guardar cambios')
const says = (text: string | RegExp) => screen.findByText(text)
const lastPut = () => server.puts.at(-1)

test('a profile is read again when reading fails; as it was made, it asks to look at its split name until something else is filled in', async () => {
  const note = /^Separamos tu nombre y tu apellido/
  server.change({ ...NO_DETAILS, name: 'Antonia', lastname: 'Rivas Soto' })
  api.use(http.get('*/api/profile/:id', () => refused('unavailable'), { once: true }))
  show()
  await says('No pudimos cargar el perfil.')
  await press('Reintentar')
  await says(note)
  expect((await field('Apellido')).value).toBe('Rivas Soto')
  await fill('Cargo', 'Directora')
  await save()
  await says(SAVED)
  expect(screen.queryByText(note)).toBeNull()
})

test('without a profile it asks to select one; the tab names the profile, and offers its link and its code, which a hidden page has not', async () => {
  showPartAt('/', <EditTab profile={undefined} />, signedInAs(owner))
  await says('Selecciona un perfil para editar')
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await says('Error: No profile selected')
  cleanup()
  show()
  await screen.findByRole('heading', { level: 1, name: 'Editar Perfil' })
  for (const text of ['Antonia Rivas Soto', '/pages/antonia-rivas'])
    expect(screen.getAllByText(text, { ignore: 'samp, iframe *' })).toHaveLength(1)
  await says('Este número aparecerá en tu tarjeta de contacto (VCF).')
  await screen.findByRole('button', { name: 'Copiar enlace' })
  expect(screen.getAllByRole('button', { name: 'Descargar QR de Antonia Rivas Soto' })).toHaveLength(1)
  cleanup()
  server.change({ is_active: false })
  show()
  await field('Nombre')
  expect(screen.queryByRole('button', { name: /QR|Copiar enlace/ })).toBeNull()
})

test('saving sends the changed fields with the read ETag, and confirms for 3 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show()
  await fill('Cargo', 'Directora')
  await fill('Instagram', '@antonia')
  await says('2 cambios sin guardar')
  await says('www.instagram.com/antonia')
  await save()
  await says(SAVED)
  expect(server.puts).toEqual([{ ifMatch: '"1"', changes: { position: 'Directora', instagram: '@antonia' } }])
  expect((await field('Instagram')).value).toBe('https://www.instagram.com/antonia/')
  expect(screen.queryByText(/sin guardar/)).toBeNull()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(screen.getAllByText(SAVED)).toHaveLength(1)
  await fill('Empresa', 'Andes')
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.queryByText(SAVED)).toBeNull()
  await fill('Cargo', 'Gerenta')
  await save()
  const changes = { position: 'Gerenta', company: 'Andes' }
  await waitFor(() => expect(lastPut()).toEqual({ ifMatch: '"2"', changes }))
})

test('the server’s refusal is shown beside its field and in the message, else a fixed text; Ctrl+S saves', async () => {
  show()
  await fill('Cargo', 'Directora')
  const detail = 'Ese cargo no se puede guardar.'
  api.use(http.put('*/api/profile/:id', () => refused('invalid', { field: 'position', detail })))
  await save()
  await says(`Error: ${detail}`)
  const input = await field('Cargo')
  const marks = () => [input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')]
  expect(marks()).toEqual(['true', `${input.id}-error ${input.id}-notes`])
  expect([document.activeElement, input.value]).toEqual([input, 'Directora'])
  await fill('Cargo', 'Gerenta')
  await waitFor(() => expect(marks()).toEqual(['false', `${input.id}-notes`]))
  api.use(http.put('*/api/profile/:id', () => new Response('<html>', { status: 502 })))
  expect(fireEvent.keyDown(input, { key: 's', ctrlKey: true, bubbles: true })).toBe(false)
  await says('Error: Error updating profile')
  await says('1 cambio sin guardar')
})

test('a press mends an e-mail, adds the missing 9, and publishes the login’s e-mail', async () => {
  show()
  await fill('Correo electrónico', 'ana@gmial.com')
  await press('Usar ana@gmail.com')
  await fill('Correo electrónico', '')
  await fill('WhatsApp', '9876 5432')
  await says(/¿Falta el 9\?/)
  await press('Usar +56 9 9876 5432')
  expect((await field('WhatsApp')).value).toBe('+56 9 9876 5432')
  await fill('Enlace', 'https://tiktok.com/@antonia')
  await says('Completa ambos campos para que se muestre.')
  await fill('Título del enlace', 'Mis videos')
  expect(screen.queryByText('Completa ambos campos para que se muestre.')).toBeNull()
  await fill('Facebook', 'https://tiktok.com/@otra')
  await says(/Esa dirección no es de Facebook/)
  await press('Usar mi correo de acceso')
  expect((await field('Correo electrónico')).value).toBe(owner.email)
  expect(screen.queryByRole('button', { name: 'Usar mi correo de acceso' })).toBeNull()
})

test('a change in another session is met with its texts, and can be overwritten; a third change is met again [SCR-2]', async () => {
  show()
  await fill('Cargo', 'Directora')
  server.change({ position: 'Gerenta', company: 'Andes' })
  await save()
  const dialog = await screen.findByRole('dialog', { name: CHANGED })
  expect(server.current().position).toBe('Gerenta')
  await press('Ver la otra versión')
  const others = ['term', 'definition'].map((role) => textsOf(within(dialog).getAllByRole(role)))
  expect(others).toEqual([
    ['Cargo', 'Empresa'],
    ['Gerenta', 'Tu versión: Directora', 'Andes'],
  ])
  server.change({ position: 'Socia' })
  await press('Sobrescribir')
  // The former question may still be leaving.
  await waitFor(() => press('Ver la otra versión'))
  await within(await screen.findByRole('dialog', { name: CHANGED })).findByText('Socia')
  expect(server.current().position).toBe('Socia')
  await press('Sobrescribir')
  await says(SAVED)
  expect(lastPut()).toEqual({ ifMatch: '"3"', changes: { position: 'Directora' } })
  expect(server.current()).toMatchObject({ position: 'Directora', company: 'Andes' })
  expect((await field('Empresa')).value).toBe('Andes')
})

test('what is typed while a save is under way stays, and is the next change; the button keeps the focus, and sends nothing then', async () => {
  show()
  await fill('Cargo', 'Directora')
  const gate = createGate()
  api.use(http.put('*/api/profile/:id', () => gate.opened.then(() => undefined), { once: true }))
  await save()
  await says('Guardando...')
  await fill('Empresa', 'Andes')
  gate.open()
  await says(SAVED)
  await says('1 cambio sin guardar')
  await save()
  await waitFor(() => expect(lastPut()).toEqual({ ifMatch: '"2"', changes: { company: 'Andes' } }))
  await waitFor(() => expect(screen.queryByText(/sin guardar/)).toBeNull())
  const button = screen.getByRole('button', { name: 'Guardar cambios' })
  expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true'])
  await save()
  expect(server.puts).toHaveLength(2)
})

test('leaving while a save is under way asks, and goes on without an answer once the save is done', async () => {
  const gate = createGate()
  api.use(http.put('*/api/profile/:id', () => gate.opened.then(() => undefined), { once: true }))
  showAt(AT, <Dashboard />, signedInAs(owner))
  await fill('Cargo', 'Directora')
  await save()
  await openTab('Apariencia')
  await says('¿Salir sin guardar?')
  gate.open()
  await waitFor(() => expect(address()).toContain('tab=appearance'))
})

const draftsKept = () => Object.keys(sessionStorage).filter((key) => key === KEY)

test('a draft is there again when the tab opens, and meets a change of the meantime on saving, which removes it [SCR-1]', async () => {
  show()
  await fill('Cargo', 'Directora')
  cleanup()
  server.change({ position: 'Gerenta' })
  show()
  expect((await field('Cargo')).value).toBe('Directora')
  await save()
  await screen.findByRole('dialog', { name: CHANGED })
  await press('Sobrescribir')
  await says(SAVED)
  expect(server.current().position).toBe('Directora')
  await waitFor(() => expect(draftsKept()).toEqual([]))
})

test('a draft that is unreadable changes nothing, and one that is discarded is gone', async () => {
  for (const text of ['{', '{"etag":null}', '[]', '{"base":{},"texts":{"position":"Directora"}}']) {
    sessionStorage.setItem(KEY, text)
    show()
    expect((await field('Cargo')).value, text).toBe('')
    cleanup()
  }
  show()
  await fill('Cargo', 'Directora')
  expect(draftsKept()).toEqual([KEY])
  await press('Descartar')
  await press('Descartar cambios')
  expect([(await field('Cargo')).value, draftsKept()]).toEqual(['', []])
})

const openTab = (name: string) => typing.click(screen.getByRole('link', { name }))
const chooseDiego = () =>
  typing.selectOptions(screen.getByRole('combobox', { name: /Cambiar de perfil/ }), diego.id)
const answer = async (name: string) => {
  const question = within(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' }))
  question.getByText('Perderás los cambios que no publicaste.')
  await press(name, question)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a tab, the profile switch, signing out and the window ask before they leave unsaved changes; staying keeps everything, leaving drops the draft too [SCR-1]', async () => {
  api.use(http.get('*/api/profiles/me', () => HttpResponse.json([antonia, diego])))
  showAt(AT, <Dashboard />, signedInAs(owner))
  await field('Cargo')
  expect(closes()).toBe(true)
  await fill('Cargo', 'Directora')
  expect(closes()).toBe(false)
  await openTab('Editar Perfil')
  expect(screen.queryByRole('dialog')).toBeNull()
  const signOut = () => press('Cerrar sesión')
  for (const leave of [() => openTab('Apariencia'), chooseDiego, signOut]) {
    await leave()
    await answer('Seguir editando')
    expect([(await field('Cargo')).value, address()]).toEqual(['Directora', AT])
  }
  await chooseDiego()
  await answer('Salir')
  await waitFor(() => expect(address()).toBe(`${AT}&profile=${diego.id}`))
  expect(draftsKept()).toEqual([])
  expect(closes()).toBe(true)
})

test('without a network a save keeps the changes, which are left without a question and are there on the way back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  showAt(AT, <Dashboard />, signedInAs(owner))
  await fill('Cargo', 'Jefa de obra')
  online.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  api.use(
    http.head('*/healthz', () => HttpResponse.error()),
    http.put('*/api/profile/:id', () => HttpResponse.error(), { once: true }),
  )
  await save()
  await says('Sin conexión. Tus cambios siguen en este equipo.')
  await openTab('Apariencia')
  await waitFor(() => expect(address()).toContain('tab=appearance'))
  expect(screen.queryByRole('dialog')).toBeNull()
  online.mockRestore()
  await openTab('Editar Perfil')
  await waitFor(async () => expect((await field('Cargo')).value).toBe('Jefa de obra'))
  await save()
  await says(SAVED)
  expect(lastPut()).toMatchObject({ changes: { position: 'Jefa de obra' } })
})

test('a link leads to the field that it names; whoever goes back to it stands where they were', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  const parts = (
    <>
      <Link to={`${AT}#profile-image`}>Foto</Link>
      <Link to={`${AT}#bio`}>Bio</Link>
      <EditTab profile={own} />
    </>
  )
  const focused = () => (document.activeElement as HTMLInputElement).name
  showPartAt(`${AT}#phone`, parts, signedInAs(owner))
  await waitFor(() => expect(focused()).toBe('phone'))
  for (const name of ['Foto', 'Bio']) await typing.click(screen.getByRole('link', { name }))
  await waitFor(() => expect(focused()).toBe('bio'))
  expect(shown).toHaveBeenCalledTimes(3)
  await goBack()
  await waitFor(() => expect(address()).toMatch(/#profile-image$/))
  expect(shown).toHaveBeenCalledTimes(3)
})
