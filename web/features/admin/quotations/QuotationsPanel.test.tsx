// @vitest-environment happy-dom
import type { AdminQuotation } from '@app/contracts/api/admin/admin-quotations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enterText } from '../../../testing/enter-text.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { QuotationsPanel } from './QuotationsPanel.tsx'

const NOW = '2026-11-20T17:00:00.000Z'
const andes: AdminQuotation = {
  id: '00000000-0000-4000-8000-000000000001',
  company: 'Andes Norte',
  contact_person: 'Ana Núñez',
  email: 'ana@andes.cl',
  phone: '912345678',
  estimated_cards: '11-25',
  comments: 'Para la feria\nde marzo',
  status: 'pending',
  created_at: '2026-11-19T22:00:00.000Z',
}
const vinas: AdminQuotation = {
  ...andes,
  id: '00000000-0000-4000-8000-000000000002',
  company: 'Viñas del Sur',
  comments: '',
  created_at: '2026-11-19T14:00:00.000Z',
}

const api = fakeApi()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) }))
afterEach(() => void vi.useRealTimers())

/** The server's requests; queries of the list are recorded. */
function quotationServer(first: readonly AdminQuotation[]) {
  let rows = first
  const asked: URLSearchParams[] = []
  api.use(
    http.get('*/api/admin/quotations', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams)
      const status = searchParams.get('status')
      const shown = rows.filter((row) => status === 'all' || row.status === status)
      return HttpResponse.json(shown, { headers: { 'total-count': String(shown.length) } })
    }),
    http.put('*/api/admin/quotations/:id', async ({ request, params }) => {
      const { status } = (await request.json()) as Pick<AdminQuotation, 'status'>
      const row = rows.find(({ id }) => id === params.id)
      if (row?.status === 'completed' && status === 'contacted')
        return refused('conflict', { detail: 'Esa cotización ya está completada.' })
      change(String(params.id), status)
      return HttpResponse.json({ id: params.id, status })
    }),
  )
  const change = (id: string, status: AdminQuotation['status']) => {
    rows = rows.map((row) => (row.id === id ? { ...row, status } : row))
  }
  return { asked, change }
}

const show = () => showPartAt('/admin?tab=cotizaciones', <QuotationsPanel />, signedIn)
const card = (company: string) => screen.findByRole('listitem', { name: company })
const button = (inside: HTMLElement, name: RegExp) => within(inside).getByRole('button', { name })

test('a request shows company, cards, date, time left, folded comments, and a link that begins a mail', async () => {
  quotationServer([andes, vinas])
  show()
  const shown = await card('Andes Norte')
  expect(within(shown).getAllByText('Ana Núñez')).toHaveLength(1)
  expect(within(shown).getAllByText('Pendiente')).toHaveLength(1)
  expect(within(shown).getAllByText('11-25 tarjetas')).toHaveLength(1)
  expect(within(shown).getByText('hace 19 h').getAttribute('title')).toBe('19-11-2026 19:00')
  expect(within(shown).getAllByText('vence en 5 h')).toHaveLength(1)
  expect(within(shown).getByRole('link', { name: 'ana@andes.cl' }).getAttribute('href')).toBe(
    'mailto:ana@andes.cl',
  )
  expect(within(shown).getByRole('link', { name: '+56 9 1234 5678' }).getAttribute('href')).toBe(
    'tel:+56912345678',
  )
  const write = within(shown).getByRole('link', { name: 'WhatsApp con Ana Núñez, abre en otra aplicación' })
  expect(write.getAttribute('href')).toBe('https://wa.me/56912345678')
  expect(within(await card('Viñas del Sur')).getAllByText('venció hace 3 h')).toHaveLength(1)
  expect(screen.getAllByText('2 cotizaciones')).toHaveLength(1)
  const details = within(shown).getByText('Comentarios').closest('details')
  expect(details?.open).toBe(false)
  await userEvent.click(screen.getByText('Comentarios'))
  expect(details?.open).toBe(true)
  expect(details?.textContent).toContain('Para la feria\nde marzo')
  expect(within(await card('Viñas del Sur')).queryByText('Comentarios')).toBeNull()
  const mail = within(shown).getByRole('link', { name: 'Enviar Email a Ana Núñez' })
  expect(mail.getAttribute('href')).toMatch(/^mailto:ana@andes\.cl\?subject=Tu%20cotizaci%C3%B3n%20de%20/)
})

test('a pending request becomes contacted, then completed', async () => {
  quotationServer([andes])
  show()
  const shown = await card('Andes Norte')
  await userEvent.click(button(shown, /Contactado/))
  await screen.findByText('Cotización marcada como contactada')
  await within(shown).findByText('Contactado')
  expect(within(shown).queryByText(/vence/)).toBeNull()
  expect(button(shown, /Contactado/)).toHaveProperty('disabled', true)
  await userEvent.click(button(shown, /Completado/))
  await screen.findByText('Cotización marcada como completada')
  await within(shown).findByText('Completado')
  expect(button(shown, /Contactado/)).toHaveProperty('disabled', true)
  expect(button(shown, /Completado/)).toHaveProperty('disabled', true)
})

test('the slower of two administrators gets a message, and sees the new state', async () => {
  const server = quotationServer([andes])
  show()
  const shown = await card('Andes Norte')
  server.change(andes.id, 'completed')
  await userEvent.click(button(shown, /Contactado/))
  await screen.findByText('Error: Esa cotización ya está completada.', {
    selector: '[role=alert] *, [role=alert]',
  })
  await within(shown).findByText('Completado')
})

test('search and filter are sent to the server, and an empty result is explained', async () => {
  const { asked } = quotationServer([{ ...andes, status: 'contacted' }])
  show()
  await card('Andes Norte')
  expect(asked.at(-1)?.get('sort')).toBe('due')
  await userEvent.click(screen.getByRole('button', { name: 'Pendientes' }))
  await screen.findByText('No hay cotizaciones pendientes')
  expect([asked.at(-1)?.get('status'), asked.at(-1)?.get('sort')]).toEqual(['pending', 'created_at'])
  await userEvent.click(screen.getByRole('button', { name: 'Limpiar filtros' }))
  await card('Andes Norte')
  await enterText(screen.getByRole('searchbox'), ' andes ')
  await waitFor(() => expect(asked.at(-1)?.get('search')).toBe('andes'))
})

test('a list that fails can be requested again', async () => {
  api.use(http.get('*/api/admin/quotations', () => refused('unexpected'), { once: true }))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos cargar las cotizaciones.')
  quotationServer([andes])
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await card('Andes Norte')
})

test('a company with a name in Hebrew turns no words around it', async () => {
  const company = 'שירותי ענן'
  quotationServer([{ ...andes, company, contact_person: company, comments: company }])
  show()
  const shown = await card(company)
  expect(
    within(shown)
      .getAllByText(company)
      .map(({ dir }) => dir),
  ).toEqual(['auto', 'auto', 'auto'])
  const mark = `\u2068${company}\u2069`
  expect(button(shown, /Contactado/).getAttribute('aria-label')).toBe(`Marcar como Contactado: ${mark}`)
  within(shown).getByRole('link', { name: `Enviar Email a ${mark}` })
})

test('an erased request shows only data that is not personal', async () => {
  const gone = { company: '', contact_person: '', email: '', phone: '', comments: '' }
  quotationServer([{ ...andes, ...gone }])
  show()
  const shown = await card('Dato eliminado')
  expect(within(shown).queryAllByRole('link')).toEqual([])
  expect(within(shown).getAllByText('11-25 tarjetas')).toHaveLength(1)
})
