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
import { camila, carmen, requestDetailOf, requestOf } from '../../../../testing/request-server.ts'
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
    details = details.map((one) =>
      one.id === id
        ? { ...one, status: 'answered', template: 'done', answered_at: '2026-11-19T15:10:00.000Z' }
        : one,
    )
    return details.find((one) => one.id === id)!
  }
  api.use(
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

test('a request shows what was asked, who may have asked, until when, and is answered for who is chosen [PRIV-17]', async () => {
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
    '16-12-2026por leyProrrogar…',
    '#19.214Ver en Historial',
  ])
  expect(open.getByRole('link', { name: 'Ver en Historial' }).getAttribute('href')).toBe(
    `/admin?tab=historial&request=${ACCESS.id}&event=19214`,
  )
  expect(open.queryByRole('link', { name: 'Comprobante' })).toBeNull()
  await userEvent.click(open.getByRole('radio', { name: /^Camila Soto/ }))
  await press('Responder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Responder' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Hicimos lo que pediste.' }).checked).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Responder' }))
  await screen.findByText('Solicitud respondida')
  expect(puts).toEqual([{ act: 'answer', template: 'done', reason: '', person: camila.id }])
  await open.findByText('Hicimos lo que pediste.')
  expect(
    open.getByRole('link', { name: 'Escribir a camila.soto@logiaustral.cl' }).getAttribute('href'),
  ).toMatch(/^mailto:camila\.soto@logiaustral\.cl\?subject=/)
  expect(open.queryByRole('button', { name: 'Responder' })).toBeNull()
})

test('a correction sends the words that are right, of whom it is', async () => {
  const correction = requestOf(3, { kind: 'correction', who: 'Camila Soto Fernández' })
  show([requestDetailOf(correction)], `${AT}&request=${correction.id}`)
  const open = await sheet('Rectificación de Camila Soto Fernández')
  await userEvent.click(open.getByRole('radio', { name: /^Camila Soto/ }))
  await press('Responder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Responder' }))
  await enterText(dialog.getByLabelText('Nombre'), ' Fernández')
  await userEvent.click(dialog.getByRole('button', { name: 'Responder' }))
  await screen.findByText('Solicitud respondida')
  const { phone, description } = camila
  const corrected = { full_name: 'Camila Soto Fernández', phone, description }
  expect(puts).toEqual([{ act: 'answer', template: 'done', reason: '', person: camila.id, corrected }])
})

test('an erasure says in its verb what it does', async () => {
  show([requestDetailOf(ERASURE)], `${AT}&request=${ERASURE.id}`)
  const open = await sheet('Supresión de Rodrigo Paillán')
  await userEvent.click(open.getByRole('radio', { name: /^Camila Soto/ }))
  await press('Responder')
  await press('Borrar y responder')
  await screen.findByText('Solicitud respondida')
  expect(puts).toEqual([{ act: 'answer', template: 'done', reason: '', person: camila.id }])
})

test('one whose person nobody chose is refused with a reason; one that is not saved keeps it [PRIV-17]', async () => {
  show([requestDetailOf(ACCESS, { people: [] })])
  const open = await sheet()
  open.getByText('Nadie dejó en esa tarjeta ese mismo nombre o ese teléfono.')
  api.use(http.put('*/api/admin/requests/:id', () => refused('unavailable'), { once: true }))
  await press('Responder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Responder' }))
  expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
    false,
    true,
    false,
    false,
  ])
  await userEvent.click(dialog.getByRole('radio', { name: 'Una ley nos obliga a guardarlo.' }))
  await enterText(dialog.getByLabelText('Motivo (opcional)'), ' Es una factura. ')
  await userEvent.click(dialog.getByRole('button', { name: 'Responder' }))
  await dialog.findByRole('alert')
  await userEvent.click(dialog.getByRole('button', { name: 'Responder' }))
  await screen.findByText('Solicitud respondida')
  expect(puts).toEqual([{ act: 'answer', template: 'law', reason: 'Es una factura.' }])
})

test('the slower of two administrators gets a message, and sees the answer', async () => {
  show()
  await sheet()
  api.use(
    http.put(
      '*/api/admin/requests/:id',
      () => {
        const answered_at = '2026-11-19T15:10:00.000Z'
        requestServer([requestDetailOf(ACCESS, { status: 'answered', template: 'answered', answered_at })])
        return refused('conflict', { detail: 'Esa solicitud ya está respondida.' })
      },
      { once: true },
    ),
  )
  await press('Responder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Responder' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Responder' }))
  await screen.findByText('Error: Esa solicitud ya está respondida.')
  await screen.findByText('Ya respondimos esta solicitud.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a block that stands is lifted with a reason [PRIV-16]', async () => {
  const blocking = requestOf(4, {
    kind: 'blocking',
    who: 'Rosa',
    status: 'answered',
    needs_confirmation: false,
  })
  show([requestDetailOf(blocking, { is_blocked: true })], `${AT}&request=${blocking.id}`)
  await sheet('Bloqueo de Rosa')
  await press('Desbloquear…')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Por qué lo desbloqueas?' }))
  await enterText(dialog.getByLabelText('Motivo'), 'Lo pidió')
  await userEvent.click(dialog.getByRole('button', { name: 'Desbloquear' }))
  await screen.findByText('Datos desbloqueados')
  expect(puts).toEqual([{ act: 'unblock', reason: 'Lo pidió' }])
})

test('a request is prolonged once, with a reason [PRIV-17]', async () => {
  show()
  await sheet()
  await press('Prorrogar…')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Por qué la prorrogas?' }))
  dialog.getByText(/^Se puede una vez, por 30 días: hasta el 15-01-2027\./)
  await userEvent.click(dialog.getByRole('button', { name: 'Prorrogar' }))
  dialog.getByText('Completa este campo.')
  expect(document.activeElement).toBe(dialog.getByLabelText('Motivo'))
  await enterText(dialog.getByLabelText('Motivo'), 'Falta un respaldo')
  await userEvent.click(dialog.getByRole('button', { name: 'Prorrogar' }))
  await screen.findByText('Plazo prorrogado hasta el 15-01-2027')
  expect(puts).toEqual([{ act: 'prolong', reason: 'Falta un respaldo' }])
})

test('a prolonged one shows its new day and the reason; neither it nor a late one is prolonged', async () => {
  show([requestDetailOf(ACCESS, { is_prolonged: true, due_day: '2027-01-15', reason: 'Falta un respaldo' })])
  const open = await sheet()
  expect(open.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '15-01-2027por ley, prorrogado',
    'Falta un respaldo',
    '#19.214Ver en Historial',
  ])
  expect(open.queryByRole('button', { name: 'Prorrogar…' })).toBeNull()
  cleanup()
  show([requestDetailOf(ACCESS, { days_left: -1 })])
  expect((await sheet()).queryByRole('button', { name: 'Prorrogar…' })).toBeNull()
})

test('an answer is shown with its instant and reason, and leads to the consent', async () => {
  const answered = {
    status: 'answered',
    outcome: 'refused',
    answered_at: '2026-11-19T15:10:00.000Z',
    template: 'unconfirmed',
    reason: 'Falta tu teléfono.',
    subject: 'interaction-1',
    needs_confirmation: false,
  } as const
  show([requestDetailOf(ACCESS, answered)])
  const open = await sheet()
  open.getByText('No pudimos confirmar que eres tú. Falta tu teléfono.')
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
  await press('Responder')
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
  await press('Responder')
  await screen.findByRole('dialog', { name: 'Responder' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Responder' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Responder')
})
