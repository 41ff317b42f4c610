import type { AdminQuotation } from '@app/contracts/quotations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { testTable } from '../../../../tests/support/every.ts'
import { listed } from '../../../testing/admin-server.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { enterText, fakeApi, press, showPartAt } from '../../../testing/screen.tsx'
import { quotationMessage } from './QuotationActions.tsx'
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
/** The server's requests; queries of the list are recorded. */
function quotationServer(rows: readonly AdminQuotation[]) {
  const asked: URLSearchParams[] = []
  const marks: unknown[] = []
  api.use(
    http.get('*/api/admin/quotations', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams)
      const status = searchParams.get('status')
      return listed(rows.filter((row) => status === 'all' || row.status === status))
    }),
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
const mark = async (company: string, name: RegExp) => press(name, within(await card(company)))

test('search and filter are sent to the server, and an empty result is explained', async () => {
  const { asked } = quotationServer([{ ...andes, status: 'contacted' }])
  show()
  await card('Andes Norte')
  expect(asked.at(-1)?.get('sort')).toBe('due')
  await press('Pendientes')
  await screen.findByText('No hay cotizaciones pendientes')
  expect([asked.at(-1)?.get('status'), asked.at(-1)?.get('sort')]).toEqual(['pending', 'created_at'])
  await press('Limpiar filtros')
  await card('Andes Norte')
  await enterText(screen.getByRole('searchbox'), ' andes ')
  await waitFor(() => expect(asked.at(-1)?.get('search')).toBe('andes'))
})

test('a mark is sent once its message has gone, and none follows a completion; a request that waits for more than a day is late', async () => {
  const { marks } = quotationServer([
    andes,
    { ...andes, id: andes.id.replace(/1$/, '2'), company: 'Sur', created_at: '2026-11-19T16:59:00.000Z' },
  ])
  show()
  within(await card('Andes Norte')).getByText('vence en 5 h')
  within(await card('Sur')).getByText('Atrasada')
  await mark('Andes Norte', /Completado/)
  await mark('Sur', /Contactado/)
  await waitFor(() => expect(marks).toEqual(['completed']))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(marks).toEqual(['completed', 'contacted']))
  for (const name of [/Contactado/, /Completado/])
    expect(button(await card('Andes Norte'), name)).toHaveProperty('disabled', true)
})

test('an administrator who opens a message is offered to mark the request, and can undo that until its message has gone', async () => {
  const { marks } = quotationServer([andes])
  show()
  const first = await card('Andes Norte')
  const message = within(first).getByRole('link', { name: /^WhatsApp con/ })
  expect(decodeURIComponent(message.getAttribute('href') ?? '')).toContain(
    'wa.me/56912345678?text=Hola, Ana Núñez: ',
  )
  await userEvent.click(message)
  await press('Marcar como Contactado')
  within(first).getByText('Contactado')
  await press('Deshacer')
  within(first).getByText('Pendiente')
  expect(marks).toEqual([])
  await mark('Andes Norte', /Contactado/)
  await mark('Andes Norte', /Completado/)
  await press('Deshacer')
  expect(marks).toEqual([])
  api.use(http.put('*/api/admin/quotations/:id', () => refused('unavailable'), { once: true }))
  await mark('Andes Norte', /Contactado/)
  window.dispatchEvent(new Event('pagehide'))
  await within(first).findByText('Pendiente')
  await mark('Andes Norte', /Contactado/)
  await press('Completadas')
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

/** As a mail program reads it: the address, then the fields by name. */
function readMail(link: string | undefined) {
  const [, to = '', fields = ''] = /^mailto:([^?]*)\?(.*)$/.exec(link ?? '') ?? []
  const named = fields.split('&').map((field) => field.split('=').map(decodeURIComponent))
  return { to: decodeURIComponent(to), fields: Object.fromEntries(named) as Record<string, string> }
}

test('the mail thanks the contact by name, of one card too, as mail programs read it', () => {
  const link = quotationMessage({ ...andes, estimated_cards: '1' }).mail
  expect(link).not.toMatch(/[+\s"<>]|%0D(?!%0A)|(?<!%0D)%0A/)
  expect(readMail(link)).toEqual({
    to: 'ana@andes.cl',
    fields: {
      subject: `Tu cotización de tarjetas ${PRODUCT.name}`,
      body: [
        `Hola, Ana Núñez: gracias por tu interés en las tarjetas ${PRODUCT.name}.`,
        'Recibimos tu solicitud de 1 tarjeta y queremos contarte cómo seguimos.',
        `Saludos,\r\nEl equipo de ${PRODUCT.name}`,
      ].join('\r\n\r\n'),
    },
  })
})

testTable([
  ['משה כהן', '\u2068משה כהן\u2069'],
  ['x&bcc=all@andes.cl', 'x&bcc=all@andes.cl'],
  ['x\r\nBcc: all@andes.cl', 'x Bcc: all@andes.cl'],
])('a name turns no words around it, and adds no field [ACC-18]', (contact_person, greeted) => {
  const { to, fields } = readMail(quotationMessage({ ...andes, contact_person }).mail)
  expect([to, Object.keys(fields)]).toEqual(['ana@andes.cl', ['subject', 'body']])
  expect(fields.body).toContain(`Hola, ${greeted}: gracias`)
})

testTable(['', 'ana', 'ana@andes.cl?bcc=all@andes.cl', 'ana@andes.cl,all@andes.cl'])(
  'nobody is written to at what is no single address',
  (email) => expect(quotationMessage({ ...andes, email }).mail).toBeUndefined(),
)
