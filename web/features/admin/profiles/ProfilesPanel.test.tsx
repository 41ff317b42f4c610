// @vitest-environment happy-dom
import type { AdminProfile } from '@app/contracts/profiles/admin-profiles.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { createGate } from '../../../../tests/support/gate.ts'
import { listed } from '../../../testing/admin-server.ts'
import { enterText } from '../../../testing/enter-text.ts'
import { antonia, diego, signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
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
afterEach(() => void vi.useRealTimers())

/** The server's profiles. Diego's slug is taken; requests are recorded. */
function profileLists(rows: readonly AdminProfile[]) {
  const checks: string[] = []
  api.use(
    http.get('*/api/admin/profiles', () => listed(rows)),
    http.get('*/api/admin/slugs/:slug', ({ request, params }) => {
      const slug = String(params.slug)
      checks.push(`${slug} ${new URL(request.url).searchParams.get('profile')}`)
      const isTaken = slug === diego.slug
      const detail = isTaken ? 'Esa dirección ya está en uso.' : 'Disponible'
      return HttpResponse.json({ slug, is_available: !isTaken, detail })
    }),
  )
  return { checks }
}

const show = () => showPartAt('/admin?tab=perfiles', <ProfilesPanel />, signedIn)
const NAME = 'Antonia Rivas Soto'
const card = (name = NAME) => screen.findByRole('listitem', { name })
const slugButton = (slug = antonia.slug) =>
  screen.findByRole('button', { name: `Editar la URL de ${NAME}: /pages/${slug}` })
const slugField = () => screen.getByRole('textbox', { name: `URL de ${NAME}` })

async function editSlug() {
  await userEvent.click(await slugButton())
  return slugField()
}

async function fillSlug(text: string, keys = '') {
  const field = slugField()
  await userEvent.clear(field)
  await enterText(field, text, keys)
  return field
}

test('a card shows the profile’s facts and its networks in their order', async () => {
  profileLists([ana, hidden])
  show()
  const shown = await card()
  const facts = within(shown)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)
  expect(facts).toEqual(['Antonia Rivas', 'antonia@andesnorte.cl', '+56 9 1234 5678', '1.449', '01-11-2026'])
  const networks = within(within(shown).getByRole('list', { name: 'Redes activas' })).getAllByRole('listitem')
  expect(networks.map(({ textContent }) => textContent)).toEqual([
    'WhatsApp',
    'LinkedIn',
    'Agenda una reunión',
  ])
  expect(within(await card('Diego Sanhueza')).getAllByText('Sin redes activas')).toHaveLength(1)
})

test('a slug that breaks a rule is refused without a request; Escape cancels, and the same one changes nothing', async () => {
  const { checks } = profileLists([ana])
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
  await userEvent.type(await editSlug(), '{Enter}')
  await slugButton()
  expect(checks).toEqual([])
})

test('a slug is checked 300 ms after the last key, and may be taken', async () => {
  const { checks } = profileLists([ana])
  show()
  const field = await editSlug()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const typeFor = async (value: string, ms: number) => {
    fireEvent.change(field, { target: { value } })
    await act(() => vi.advanceTimersByTimeAsync(ms))
  }
  await typeFor('ana-p', 299)
  await typeFor('ana-paz', 299)
  expect(screen.getAllByText('Comprobando…')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1))
  vi.useRealTimers()
  await screen.findByText('Disponible')
  expect(checks).toEqual([`ana-paz ${antonia.id}`])
  fireEvent.change(field, { target: { value: diego.slug } })
  await screen.findByText('Ya está en uso')
})

testTable([
  ['refused', () => refused('conflict', { detail: 'Ya está.' }), 'Error: Ya está.'],
  ['lost', () => HttpResponse.error(), 'Error al actualizar URL'],
])(
  'a slug whose change is refused or lost stays in its field, with the reason',
  async (_how, answer, text) => {
    profileLists([ana])
    api.use(http.put('*/api/admin/profiles/:id/slug', answer))
    show()
    await editSlug()
    const field = await fillSlug('ana-paz', '{Enter}')
    await screen.findByText(text)
    expect(field).toHaveProperty('value', 'ana-paz')
    cleanup()
  },
)

test('capitals become small as they are typed, and the caret stays', async () => {
  profileLists([ana])
  show()
  const field = (await editSlug()) as HTMLInputElement
  field.setSelectionRange(0, 7)
  await userEvent.keyboard('ANA')
  expect([field.value, field.selectionStart]).toEqual(['ana-rivas', 3])
})

test('no profile is deleted before its slug is typed; its dialog shows that it takes a while, and a failure', async () => {
  profileLists([ana, hidden])
  show()
  const gate = createGate()
  api.use(
    http.delete('*/api/admin/profiles/:id', async () => {
      await gate.opened
      return refused('unavailable')
    }),
  )
  await userEvent.click(within(await card()).getByRole('button', { name: `Eliminar ${NAME}` }))
  const question = screen.getByRole('dialog', { name: `¿Eliminar el perfil de ${NAME}?` })
  expect(question.textContent).toContain(
    'Esta acción no se puede deshacer. Se borrarán sus imágenes y su enlace dejará de funcionar.',
  )
  const field = within(question).getByRole('textbox', { name: 'Escribe antonia-rivas para confirmar' })
  const confirm = within(question).getByRole('button', { name: 'Eliminar perfil' })
  await enterText(field, 'antonia', '{Enter}')
  expect(confirm).toHaveProperty('disabled', true)
  await enterText(field, '-rivas', '{Enter}')
  await screen.findByText('Eliminando el perfil. Tarda unos segundos: no cierres esta página.')
  await userEvent.keyboard('{Escape}')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  gate.open()
  await screen.findByText(/No pudimos responder ahora/, { selector: '[role=alert] *, [role=alert]' })
})
