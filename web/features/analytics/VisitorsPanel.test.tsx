import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { analytics, signedIn } from '../../testing/fixtures.ts'
import { fakeApi, press, showAt, textsOf } from '../../testing/screen.tsx'
import { type ListedVisitors, VisitorsPanel } from './VisitorsPanel.tsx'

const named_at = '2026-03-02T15:04:00.000Z'
const nobodyKnown = { phone: '', description: '', clicks: 0, vcf_downloaded: false, named_at }
const rodrigo = {
  phone: '+56 9 8123 4567',
  description: 'Jefe de compras, Frutícola Maipo',
  clicks: 9,
  vcf_downloaded: true,
  named_at: '2026-03-05T15:04:00.000Z',
}
const camila = { ...nobodyKnown, phone: '223456789', clicks: 1 }
const few: ListedVisitors = { 'Rodrigo Paredes': rodrigo, 'Camila Soto': camila, 'Pedro Mudo': nobodyKnown }
const many: ListedVisitors = Object.fromEntries(
  Array.from({ length: 40 }, (_, n) => [`Persona ${n}`, { ...rodrigo, clicks: n }]),
)
const api = fakeApi()
const reminders = { active: 1, converted: 1204 }
const show = (visitors: ListedVisitors, total = Object.keys(visitors).length) =>
  showAt(
    '/dashboard',
    <VisitorsPanel profileId="p" data={{ ...analytics, visitors, visitors_total: total, reminders }} />,
    signedIn,
  )
const answering = (visitors: ListedVisitors) =>
  api.use(
    http.get('*/api/figures/p/unified', ({ request }) =>
      new URL(request.url).searchParams.get('visitors') === 'all'
        ? HttpResponse.json({ ...analytics, visitors, visitors_total: 41 })
        : HttpResponse.error(),
    ),
  )
const panel = () => within(screen.getByRole('region', { name: 'Visitantes Identificados' }))
const lines = () => textsOf(panel().getAllByRole('listitem'))
async function openAll() {
  await press('Ver más', panel())
  return within(await screen.findByRole('dialog', { name: 'Visitantes Identificados' }))
}

test('a visitor with a phone or a description is shown with clicks, below them the reminders are one line', () => {
  show(few)
  expect(lines()).toEqual([
    'RPRodrigo Paredes9 clics · 05-03-2026Contacto',
    'CSCamila Soto1 clic · 02-03-2026',
  ])
  expect(panel().getByText('05-03-2026').getAttribute('title')).toBe('05-03-2026 12:04')
  panel().getByText('Recordatorios: 1 activo, 1.204 convertidos')
})

test('names alone are not nobody: they can be seen all the same', async () => {
  show({ 'Pedro Mudo': nobodyKnown })
  expect(panel().getAllByText('Quienes dijeron su nombre no dejaron más datos.')).toHaveLength(1)
  expect((await openAll()).getAllByText('Pedro Mudo')).toHaveLength(1)
})

test('all of them are one press away, with links to call and to write; Escape closes', async () => {
  show(few)
  const dialog = await openAll()
  expect(dialog.getAllByRole('listitem')).toHaveLength(3)
  expect(dialog.getByRole('region', { name: 'Lista de visitantes' }).tabIndex).toBe(0)
  expect(dialog.getAllByText('3 personas dijeron su nombre. Las más recientes primero')).toHaveLength(1)
  const call = dialog.getByRole('link', { name: 'Llamar a Rodrigo Paredes, +56 9 8123 4567' })
  expect(call.getAttribute('href')).toBe('tel:+56981234567')
  const write = dialog.getByRole('link', { name: 'WhatsApp con Rodrigo Paredes, abre en otra aplicación' })
  expect(write.getAttribute('href')).toBe('https://wa.me/56981234567')
  expect(dialog.queryByRole('link', { name: /WhatsApp con Camila Soto/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(panel().getByRole('button', { name: 'Ver más' }))
})

test('six at most are shown, and the dialog says when there are more than the answer names', async () => {
  answering(many)
  show(Object.fromEntries(Object.entries(many).slice(0, 20)), 41)
  expect(lines()).toHaveLength(6)
  const dialog = await openAll()
  expect(await dialog.findAllByText('Se muestran los 40 más recientes de 41')).toHaveLength(1)
  expect(dialog.getAllByRole('listitem')).toHaveLength(40)
})
