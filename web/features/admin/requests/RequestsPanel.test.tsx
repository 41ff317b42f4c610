import type { AdminRequest, AdminRequestDetail } from '@app/contracts/privacy/requests.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { listed } from '../../../testing/admin-server.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { camila, carmen, requestDetailOf, requestOf } from '../../../testing/request-server.ts'
import { address, enterText, fakeApi, press, showPartAt, textsOf } from '../../../testing/screen.tsx'
import { titleOf } from './request-words.ts'
import { RequestsPanel } from './RequestsPanel.tsx'

const ACCESS = requestOf(1, { who: 'Camila Soto Fernández' })
const ERASURE = requestOf(2, { kind: 'erasure', who: 'Rodrigo Paillán' })
const AT = '/admin?tab=solicitudes'

const api = fakeApi()
let puts: unknown[] = []
let asked: string[] = []
const ANSWERED = { status: 'answered', outcome: 'done', template: 'done' } as const

/** Any accepted act answers the request. */
function show(first: readonly AdminRequestDetail[], at = AT) {
  ;[puts, asked] = [[], []]
  let details = first
  const detailOf = (id: unknown) => details.find((one) => one.id === id)
  api.use(
    http.put('*/api/admin/requests/:id', async ({ request, params: { id } }) => {
      puts.push(await request.json())
      const answered = { ...ANSWERED, answered_at: ACCESS.received_at }
      details = details.map((one) => (one.id === id ? { ...one, ...answered } : one))
      return HttpResponse.json(detailOf(id))
    }),
    http.get('*/api/admin/requests', ({ request }) => {
      const params = new URL(request.url).searchParams
      const found = detailOf(params.get('id'))
      if (params.has('id')) return found ? listed([{ ...found, detail: found }]) : refused('not-found')
      asked.push(params.toString())
      return listed(details.filter(({ status }) => params.get('state') === status))
    }),
  )
  showPartAt(at, <RequestsPanel />, signedIn)
}

const open = async (request: AdminRequest, name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name }))
  await dialog.findByText('Recibida')
  expect(address()).toContain(`request=${request.id}`)
  return dialog
}
const opened = (request = ACCESS, changed: Partial<AdminRequestDetail> = {}) => {
  show([requestDetailOf(request, changed)], `${AT}&request=${request.id}`)
  return open(request, titleOf(request))
}

test('open requests come first by their due day [PRIV-17]', async () => {
  show([requestDetailOf(ACCESS), requestDetailOf(ERASURE)])
  await screen.findByRole('link', { name: 'Supresión de Rodrigo Paillán' })
  expect(asked).toEqual(['search=&state=open&sort=due_day&limit=20'])
  await press('Respondidas')
  await screen.findByText('Nada coincide con estos filtros.')
  expect(asked.at(-1)).toBe('search=&state=answered&sort=-received_at&limit=20')
})

test('a request shows what was asked, until when, and is answered for who is chosen [PRIV-17]', async () => {
  const dialog = await opened(ACCESS, { people: [carmen, camila] })
  const facts = textsOf(dialog.getAllByRole('definition'))
  expect(facts).toEqual([
    'Antonia Rivas Soto',
    'Camila Soto Fernández',
    '+56 9 6612 4410',
    'noviembre',
    'camila.soto@logiaustral.cl',
    '16-11-2026 09:40',
    '16-12-2026, por ley',
    'Ver #19.214 en Historial',
  ])
  await userEvent.click(dialog.getByRole('radio', { name: /^Camila Soto/ }))
  await press('Responder')
  await dialog.findByText('Hicimos lo que pediste.')
  expect(puts).toEqual([{ act: 'answer', template: 'done', reason: '', person: camila.id }])
  expect(
    dialog.getByRole('link', { name: 'Escribir a camila.soto@logiaustral.cl' }).getAttribute('href'),
  ).toMatch(/^mailto:camila\.soto@logiaustral\.cl\?subject=/)
  expect(dialog.queryByRole('button', { name: 'Responder' })).toBeNull()
})

test('a correction sends the words that are right, and an erasure says in its verb what it does', async () => {
  const correction = requestOf(3, { kind: 'correction', who: 'Camila Soto' })
  const dialog = await opened(correction)
  await userEvent.click(dialog.getByRole('radio', { name: /^Camila Soto/ }))
  await enterText(dialog.getByLabelText('Nombre'), ' Fernández')
  await enterText(dialog.getByLabelText('Teléfono'), '9')
  await enterText(dialog.getByLabelText('Mensaje'), '.')
  await press('Responder')
  await dialog.findByText('Respondida')
  const [phone, description] = [`${camila.phone}9`, `${camila.description}.`]
  const corrected = { full_name: 'Camila Soto Fernández', phone, description }
  expect(puts).toEqual([{ act: 'answer', template: 'done', reason: '', person: camila.id, corrected }])
  cleanup()
  const erasure = await opened(ERASURE)
  await userEvent.click(erasure.getByRole('radio', { name: /^Camila Soto/ }))
  await press('Borrar y responder')
  await waitFor(() => expect(puts).toHaveLength(1))
})

test('one whose person nobody chose is refused with a reason; one that is not saved keeps it [PRIV-17]', async () => {
  const dialog = await opened(ACCESS, { people: [] })
  dialog.getByText('Nadie dejó en esa tarjeta ese mismo nombre o ese teléfono.')
  api.use(http.put('*/api/admin/requests/:id', () => refused('unavailable'), { once: true }))
  expect(
    dialog.getByRole<HTMLInputElement>('radio', { name: 'No pudimos confirmar que eres tú.' }).checked,
  ).toBe(true)
  await userEvent.click(dialog.getByRole('radio', { name: 'Una ley nos obliga a guardarlo.' }))
  await enterText(dialog.getByLabelText('Motivo'), ' Es una factura. ')
  await press('Responder')
  await dialog.findByRole('alert')
  await press('Responder')
  await waitFor(() => expect(puts).toEqual([{ act: 'answer', template: 'law', reason: 'Es una factura.' }]))
})

test('a request is prolonged once, with a reason, and no late one [PRIV-17]', async () => {
  const dialog = await opened()
  await press('Prorrogar hasta el 15-01-2027')
  dialog.getByText('Escribe el motivo.')
  await enterText(dialog.getByLabelText('Motivo'), 'Falta un respaldo')
  await press('Prorrogar hasta el 15-01-2027')
  await waitFor(() => expect(puts).toEqual([{ act: 'prolong', reason: 'Falta un respaldo' }]))
  for (const changed of [{ is_prolonged: true, reason: 'Falta un respaldo' }, { days_left: -1 }]) {
    cleanup()
    const answered = await opened(ACCESS, changed)
    expect(answered.queryByRole('button', { name: /^Prorrogar/ })).toBeNull()
  }
})

test('a block that stands is lifted with a reason', async () => {
  const blocking = requestOf(4, { kind: 'blocking', who: 'Camila Soto', status: 'answered', outcome: 'done' })
  const dialog = await opened(blocking, { is_blocked: true, template: 'done' })
  await enterText(dialog.getByLabelText('Motivo'), 'Lo pidió')
  await press('Desbloquear')
  await waitFor(() => expect(puts).toEqual([{ act: 'unblock', reason: 'Lo pidió' }]))
})

test('a request that is none says so', async () => {
  show([requestDetailOf(ACCESS)], `${AT}&request=${ERASURE.id}`)
  const none = within(await screen.findByRole('dialog', { name: 'Solicitud' }))
  await none.findByRole('alert')
})
