// @vitest-environment happy-dom
import type { AdminQuotation } from '@app/contracts/quotations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listed } from '../../../testing/admin-server.ts'
import { enterText } from '../../../testing/enter-text.ts'
import { signedIn } from '../../../testing/fixtures.ts'
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

const api = fakeApi()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) }))
afterEach(() => void vi.useRealTimers())

/** The server's requests; queries of the list are recorded. */
function quotationServer(rows: readonly AdminQuotation[]) {
  const asked: URLSearchParams[] = []
  api.use(
    http.get('*/api/admin/quotations', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams)
      const status = searchParams.get('status')
      const shown = rows.filter((row) => status === 'all' || row.status === status)
      return listed(shown)
    }),
  )
  const marks: unknown[] = []
  api.use(
    http.put('*/api/admin/quotations/:id', async ({ request, params }) => {
      const { status } = (await request.json()) as Pick<AdminQuotation, 'status'>
      marks.push(status)
      rows = rows.map((row) => (row.id === params['id'] ? { ...row, status } : row))
      return HttpResponse.json({ id: params['id'], status })
    }),
  )
  return { asked, marks }
}

const show = () => showPartAt('/admin?tab=cotizaciones', <QuotationsPanel />, signedIn)
const card = (company: string) => screen.findByRole('listitem', { name: company })
const button = (inside: HTMLElement, name: RegExp) => within(inside).getByRole('button', { name })

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

test('whoever opens a message is offered to mark the request, and a mark is sent once its message has gone; the card has the focus', async () => {
  const { marks } = quotationServer([andes, { ...andes, id: andes.id.replace(/1$/, '2'), company: 'Sur' }])
  show()
  const first = await card('Andes Norte')
  const message = within(first).getByRole('link', { name: /^WhatsApp con/ })
  expect(decodeURIComponent(message.getAttribute('href') ?? '')).toContain(
    'wa.me/56912345678?text=Hola, Ana Núñez: ',
  )
  await userEvent.click(message)
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como Contactado' }))
  within(first).getByText('Contactado')
  expect(document.activeElement).toBe(first)
  await userEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  within(first).getByText('Pendiente')
  expect(document.activeElement).toBe(first)
  expect(marks).toEqual([])
  await userEvent.click(button(first, /Completado/))
  await userEvent.click(button(await card('Sur'), /Contactado/))
  await waitFor(() => expect(marks).toEqual(['completed']))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(marks).toEqual(['completed', 'contacted']))
})

test('a mark is sent when its card goes, and cannot be undone then', async () => {
  const { marks } = quotationServer([andes])
  show()
  await userEvent.click(button(await card('Andes Norte'), /Contactado/))
  await userEvent.click(screen.getByRole('button', { name: 'Completadas' }))
  await waitFor(() => expect(marks).toEqual(['contacted']))
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
})

test('an erased request shows no person', async () => {
  const nobody = { company: '', contact_person: '', email: '', phone: '', comments: '' }
  quotationServer([{ ...andes, ...nobody }])
  show()
  const erased = within(await card('Dato eliminado'))
  expect(erased.queryAllByRole('link')).toEqual([])
  erased.getByText('11-25 tarjetas')
})
