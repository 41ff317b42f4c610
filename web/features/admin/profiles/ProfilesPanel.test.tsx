import type { AdminProfile } from '@app/contracts/administration.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { listed } from '../../../testing/admin-server.ts'
import { antonia, diego, signedIn } from '../../../testing/fixtures.ts'
import { lost, refused } from '../../../testing/refused.ts'
import { fakeApi, press, replaceText, showPartAt, textsOf } from '../../../testing/screen.tsx'
import { ProfilesPanel } from './ProfilesPanel.tsx'

const ana: AdminProfile = {
  ...antonia,
  position: 'Gerenta',
  company: 'Andes Norte',
  whatsapp: '912345678',
  linkedin: 'antonia-rivas',
  custom_link: 'https://cal.example/antonia',
}
const hidden: AdminProfile = { ...diego, is_active: false }

const api = fakeApi()

const profileLists = (rows: readonly AdminProfile[]) =>
  api.use(http.get('*/api/admin/profiles', () => listed(rows)))

const show = () => showPartAt('/admin?tab=perfiles', <ProfilesPanel />, signedIn)
const NAME = 'Antonia Rivas Soto'
const card = (name = NAME) => screen.findByRole('listitem', { name })
const slugButton = (slug = antonia.slug) =>
  screen.findByRole('button', { name: `Editar la URL de ${NAME}: /pages/${slug}` })
const slugField = () => screen.getByRole('textbox', { name: `URL de ${NAME}` })
const editSlug = async () => userEvent.click(await slugButton())
async function fillSlug(text: string, keys = '') {
  await replaceText(slugField(), text, keys)
  return slugField()
}

test('a card shows the profile’s facts and its networks in their order', async () => {
  profileLists([ana, hidden])
  show()
  const shown = await card()
  const facts = textsOf(within(shown).getAllByRole('definition'))
  expect(facts).toEqual(['Antonia Rivas', 'antonia@andesnorte.cl', '+56 9 1234 5678', '1.449', '01-11-2026'])
  const networks = within(within(shown).getByRole('list', { name: 'Redes activas' })).getAllByRole('listitem')
  expect(textsOf(networks)).toEqual(['WhatsApp', 'LinkedIn', 'Agenda una reunión'])
  expect(within(await card('Diego Sanhueza')).getAllByText('Sin redes activas')).toHaveLength(1)
})

test('a slug that breaks a rule is refused without a request; Escape cancels, and the same one changes nothing', async () => {
  profileLists([ana])
  show()
  await editSlug()
  await fillSlug('ana?')
  expect(screen.getAllByText('Solo minúsculas, números y guiones.')).toHaveLength(1)
  const field = await fillSlug('-ana', '{Enter}')
  const text = 'Usa de 3 a 60 minúsculas, números y guiones, como ana-paz.'
  expect(screen.getAllByText(text)).toHaveLength(1)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', true)
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(await slugButton())
  expect(screen.queryByRole('textbox', { name: `URL de ${NAME}` })).toBeNull()
  await editSlug()
  await userEvent.type(slugField(), '{Enter}')
  await slugButton()
})

test('a slug is sent in small letters; one that is refused or lost stays in its field, with the reason', async () => {
  profileLists([ana])
  const conflict = () => refused('conflict', { detail: 'Ya está.' })
  const done = () => HttpResponse.json({ success: true, old_slug: 'ana', new_slug: 'ana-sol' })
  const { requests } = api.takes('put', '*/api/admin/profiles/:id/slug', conflict, lost, done)
  show()
  await editSlug()
  const field = await fillSlug('Ana-Paz', '{Enter}')
  await screen.findByText('Error: Ya está.')
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?new_slug=ana-paz'])
  expect(field).toHaveProperty('value', 'Ana-Paz')
  await fillSlug('ana-sol', '{Enter}')
  await screen.findByText('Error al actualizar URL')
  expect(field).toHaveProperty('value', 'ana-sol')
  await userEvent.type(field, '{Enter}')
  await screen.findByText('URL actualizada exitosamente: ana -> ana-sol')
  expect(field.isConnected).toBe(false)
})

test('a profile is deleted after a question, which stays open meanwhile and shows a failure', async () => {
  profileLists([ana, hidden])
  show()
  const gate = createGate()
  api.takes('delete', '*/api/admin/profiles/:id', () => gate.opened.then(() => refused('unavailable')))
  await press(`Eliminar ${NAME}`, within(await card()))
  const question = screen.getByRole('dialog', { name: `¿Eliminar el perfil de ${NAME}?` })
  expect(question.textContent).toContain(
    'Esta acción no se puede deshacer. Se borrarán sus imágenes y su enlace dejará de funcionar.',
  )
  await userEvent.click(within(question).getByRole('button', { name: 'Eliminar perfil' }))
  await within(question).findByText('Eliminando...')
  await userEvent.keyboard('{Escape}')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  gate.open()
  await screen.findByText(/No pudimos responder ahora/, { selector: '[role=alert] *, [role=alert]' })
})
