// @vitest-environment happy-dom
import type { AdminRequest, AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listed } from '../../../../testing/admin-server.ts'
import { enterText } from '../../../../testing/enter-text.ts'
import { signedIn } from '../../../../testing/fixtures.ts'
import { refused } from '../../../../testing/refused.ts'
import {
  camila,
  carmen,
  requestDetailOf,
  requestFigures,
  requestOf,
} from '../../../../testing/request-server.ts'
import { address, fakeApi, showPartAt } from '../../../../testing/screen.tsx'
import { setWindowWidth } from '../../../../testing/window-width.ts'
import { wholeText } from '../../../../testing/whole-text.ts'
import { RequestsPanel } from '../RequestsPanel.tsx'

const ACCESS = requestOf(1, { who: 'Camila Soto Fernández' })
const ERASURE = requestOf(2, { kind: 'erasure', who: 'Rodrigo Paillán' })
const AT = '/admin?tab=solicitudes'
const OPEN = `${AT}&request=${ACCESS.id}`

const api = fakeApi()
let puts: unknown[] = []
beforeEach(() => {
  puts = []
  setWindowWidth(1_440)
})
afterEach(() => setWindowWidth())

/** Any accepted act answers the request. */
function requestServer(first: readonly AdminRequestDetail[]) {
  let details = first
  const answer = (id: string): AdminRequest => {
    details = details.map((one) => (one.id === id ? { ...one, status: 'answered', answer: 'Listo.' } : one))
    return details.find((one) => one.id === id)!
  }
  api.use(
    http.get('*/api/admin/requests/figures', () => HttpResponse.json(requestFigures)),
    http.get('*/api/admin/requests/:id', ({ params }) => {
      const found = details.find(({ id }) => id === params['id'])
      return found ? HttpResponse.json(found) : refused('not-found')
    }),
    http.put('*/api/admin/requests/:id', async ({ request, params }) => {
      puts.push(await request.json())
      return HttpResponse.json(answer(String(params['id'])))
    }),
    http.get('*/api/admin/requests', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      return listed(details.filter(({ status }) => status === state))
    }),
  )
}

function show(details: readonly AdminRequestDetail[] = [requestDetailOf(ACCESS)], at = OPEN) {
  requestServer(details)
  showPartAt(at, <RequestsPanel />, signedIn)
}
const sheet = async (name = 'Acceso de Camila Soto Fernández') => {
  const found = within(await screen.findByRole('complementary', { name }))
  await found.findByText('Registro')
  return found
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a request shows what was asked, who may have asked, until when, and is answered once somebody is chosen [PRIV-17]', async () => {
  show([requestDetailOf(ACCESS, { people: [carmen, camila] })])
  const open = await sheet()
  expect(open.getByText(/^Ver lo que dejó en la tarjeta de/).textContent).toBe(
    'Ver lo que dejó en la tarjeta de Antonia Rivas Soto.',
  )
  expect(open.getByRole('link', { name: 'Antonia Rivas Soto' }).getAttribute('href')).toBe(
    '/pages/antonia-rivas',
  )
  open.getByText('La respuesta va a camila.soto@logiaustral.cl')
  open.getByText(wholeText('Camila Soto Fernández · +56 9 6612 4410 · «noviembre»'))
  expect(open.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Carmen Soto +56 9 1111 2222 · 12-11-2026 10:24',
    'Camila Soto +56 9 6612 4410 · 12-11-2026 10:24',
  ])
  expect(open.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '26-11-2026 por ley, 16-12-2026Prorrogar…',
    '#19.214Ver en Historial',
  ])
  expect(open.getByRole('link', { name: 'Ver en Historial' }).getAttribute('href')).toBe(
    `/admin?tab=historial&request=${ACCESS.id}&event=19214`,
  )
  expect(open.queryByRole('link', { name: 'Comprobante' })).toBeNull()
  const confirm = open.getByRole<HTMLButtonElement>('button', { name: 'Confirmar y entregar' })
  expect(confirm.disabled).toBe(true)
  open.getByText(/^Elige primero quién es\./)
  await userEvent.click(open.getByRole('radio', { name: /^Camila Soto/ }))
  await userEvent.click(confirm)
  await screen.findByText('Solicitud respondida')
  expect(puts).toEqual([{ act: 'confirm', person: camila.id }])
  await open.findByText('Listo.')
  expect(open.queryByRole('button', { name: 'Rechazar…' })).toBeNull()
})

test('an erasure is confirmed twice', async () => {
  show([requestDetailOf(ERASURE)], `${AT}&request=${ERASURE.id}`)
  const open = await sheet('Supresión de Rodrigo Paillán')
  await userEvent.click(open.getByRole('radio', { name: /^Camila Soto/ }))
  await press('Confirmar y borrar')
  expect(puts).toEqual([])
  const question = within(await screen.findByRole('dialog', { name: '¿Borrar los datos de Camila Soto?' }))
  await userEvent.click(question.getByRole('button', { name: 'Confirmar y borrar' }))
  await screen.findByText('Solicitud respondida')
  expect(puts).toEqual([{ act: 'confirm', person: camila.id }])
})

test('one that nobody matches, or that is done elsewhere, can’t be confirmed, and the reason is said', async () => {
  for (const [changed, reason] of [
    [{ people: [] }, /^Nadie dejó ese nombre o ese teléfono: solo puedes rechazarla\./],
    [
      { proof: 'mailbox', channel: 'mailbox', needs_confirmation: false },
      /^Se cumple en la pantalla donde se pidió\./,
    ],
  ] as const) {
    cleanup()
    show([requestDetailOf(ACCESS, changed as Partial<AdminRequestDetail>)])
    const open = await sheet()
    const confirm = open.getByRole<HTMLButtonElement>('button', { name: 'Confirmar y entregar' })
    expect(confirm.disabled).toBe(true)
    expect(document.getElementById(confirm.getAttribute('aria-describedby')!)?.textContent).toMatch(reason)
  }
})

test('one that was confirmed and left half done is done as it was confirmed', async () => {
  show([requestDetailOf(ACCESS, { needs_confirmation: false, is_confirmed: true, people: [] })])
  await sheet()
  await press('Confirmar y entregar')
  await screen.findByText('Solicitud respondida')
  expect(puts).toEqual([{ act: 'confirm' }])
})

test('a refusal is mailed with its reason and a line of one’s own; one that is not saved keeps them [PRIV-17]', async () => {
  show()
  await sheet()
  api.use(http.put('*/api/admin/requests/:id', () => refused('unavailable'), { once: true }))
  await press('Rechazar…')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Por qué la rechazas?' }))
  dialog.getByText('Se lo enviamos a camila.soto@logiaustral.cl, con estas palabras.')
  expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
    true,
    false,
    false,
  ])
  await userEvent.click(dialog.getByRole('radio', { name: 'Una ley nos obliga a guardarlo.' }))
  await enterText(dialog.getByLabelText('Agrega una línea (opcional)'), ' Es una factura. ')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar y enviar' }))
  await dialog.findByRole('alert')
  expect(dialog.getByLabelText(/^Agrega una línea/)).toHaveProperty('value', ' Es una factura. ')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar y enviar' }))
  await screen.findByText('Solicitud rechazada')
  expect(puts).toEqual([{ act: 'refuse', reason: 'law', words: 'Es una factura.' }])
  expect(screen.queryByRole('dialog')).toBeNull()
  const answered = await screen.findByText('Listo.')
  await waitFor(() => expect(document.activeElement).toBe(answered.closest('aside')))
})

test('the slower of two administrators gets a message, and sees the answer', async () => {
  show()
  await sheet()
  api.use(
    http.put(
      '*/api/admin/requests/:id',
      () => {
        requestServer([requestDetailOf(ACCESS, { status: 'answered', answer: 'Ya te respondimos.' })])
        return refused('conflict', { detail: 'Esa solicitud ya está respondida.' })
      },
      { once: true },
    ),
  )
  await press('Rechazar…')
  await press('Rechazar y enviar')
  await screen.findByText('Error: Esa solicitud ya está respondida.')
  await screen.findByText('Ya te respondimos.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a request is prolonged once, with a reason that is mailed [PRIV-17]', async () => {
  show()
  await sheet()
  await press('Prorrogar…')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Por qué la prorrogas?' }))
  dialog.getByText(/^Se puede una vez, por 30 días: hasta el 15-01-2027\./)
  await userEvent.click(dialog.getByRole('button', { name: 'Prorrogar y enviar' }))
  dialog.getByText('Completa este campo.')
  expect(document.activeElement).toBe(dialog.getByLabelText('Motivo'))
  await enterText(dialog.getByLabelText('Motivo'), 'Falta un respaldo')
  await userEvent.click(dialog.getByRole('button', { name: 'Prorrogar y enviar' }))
  await screen.findByText('Plazo prorrogado hasta el 15-01-2027')
  expect(puts).toEqual([{ act: 'prolong', reason: 'Falta un respaldo' }])
})

test('a prolonged one shows its new day and the reason; neither it nor a late one is prolonged', async () => {
  show([requestDetailOf(ACCESS, { is_prolonged: true, due_day: '2027-01-15', reason: 'Falta un respaldo' })])
  const open = await sheet()
  expect(open.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '15-01-2027 por ley, prorrogado',
    'Falta un respaldo',
    '#19.214Ver en Historial',
  ])
  expect(open.queryByRole('button', { name: 'Prorrogar…' })).toBeNull()
  cleanup()
  show([requestDetailOf(ACCESS, { days_left: -1 })])
  expect((await sheet()).queryByRole('button', { name: 'Prorrogar…' })).toBeNull()
})

test('an answer is shown word for word with its instant, and leads to the proof of consent', async () => {
  const answered = {
    status: 'answered',
    outcome: 'refused',
    answered_at: '2026-11-19T15:10:00.000Z',
    answer: 'No hicimos lo que pediste.\nNo pudimos confirmar que eres tú.',
    subject: 'interaction-1',
    needs_confirmation: false,
  } as const
  show([requestDetailOf(ACCESS, answered)])
  const open = await sheet()
  expect(open.getByText(/^No hicimos lo que pediste\./).textContent).toBe(answered.answer)
  open.getByText(wholeText('El 19-11-2026 12:10'))
  expect(open.queryByText('Quién es')).toBeNull()
  expect(open.getByRole('link', { name: 'Comprobante' }).getAttribute('href')).toBe(
    '/comprobante#person=interaction-1',
  )
})

test('arrows go from request to request, and Escape closes the sheet and gives the focus back', async () => {
  show([requestDetailOf(ACCESS), requestDetailOf(ERASURE)], AT)
  const first = await screen.findByRole('link', { name: /^Acceso · Camila/ })
  await userEvent.click(first)
  await sheet()
  expect(address()).toBe(OPEN)
  await userEvent.keyboard('{ArrowDown}')
  await sheet('Supresión de Rodrigo Paillán')
  await press('Rechazar…')
  // A dialog over the sheet keeps its arrows.
  screen.getByRole('button', { name: 'Cancelar' }).focus()
  await userEvent.keyboard('{ArrowUp}')
  await press('Cancelar')
  await sheet('Supresión de Rodrigo Paillán')
  await press('Solicitud anterior')
  await sheet()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect([address(), document.activeElement]).toEqual([AT, first])
})

test('a request that is none says so, and one that fails can be requested again', async () => {
  show([requestDetailOf(ACCESS)], `${AT}&request=${ERASURE.id}`)
  const none = within(await screen.findByRole('complementary', { name: 'Solicitud' }))
  await none.findByText(/^Esa solicitud no existe, o ya no se guarda\./)
  expect(none.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  api.use(http.get('*/api/admin/requests/:id', () => refused('unexpected'), { once: true }))
  await userEvent.click(screen.getByRole('link', { name: /^Acceso · Camila/ }))
  await press('Reintentar')
  await sheet()
})

test('on a phone the sheet covers the screen, and reasons come from below', async () => {
  setWindowWidth(390)
  show([requestDetailOf(ACCESS)], AT)
  await userEvent.click(await screen.findByRole('link', { name: /^Acceso · Camila/ }))
  await screen.findByRole('dialog', { name: 'Acceso de Camila Soto Fernández' })
  await press('Rechazar…')
  await screen.findByRole('dialog', { name: '¿Por qué la rechazas?' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '¿Por qué la rechazas?' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Rechazar…')
})
