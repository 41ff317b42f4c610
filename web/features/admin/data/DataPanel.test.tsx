// @vitest-environment happy-dom
import type { ParkedEvent, ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { listed, trafficLine } from '../../../testing/admin-server.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { DataPanel } from './DataPanel.tsx'

const TRAFFIC = { ...trafficLine, parked: 3 }
const LINES: readonly ProjectionLine[] = [
  TRAFFIC,
  { ...TRAFFIC, name: 'codes', title: 'Códigos', state: 'paused', lag_seconds: null, parked: 0 },
  {
    ...TRAFFIC,
    name: 'history',
    title: 'Historial',
    state: 'failed',
    position: '9701',
    lag_seconds: 845,
    error: 'tables of version 9',
    parked: 0,
  },
  { ...TRAFFIC, name: 'requests', title: 'Solicitudes', state: 'catching-up', lag_seconds: 3, parked: 0 },
]
const REFUSED: ParkedEvent = {
  position: '18977',
  type: 'ProfileTapped',
  error: 'does not fit its schema',
  waits_for: null,
  parked_at: '2026-11-24T17:05:00.000Z',
}
const WAITING: ParkedEvent = { ...REFUSED, position: '18980', error: null, waits_for: '18977' }
const UNREADABLE: ParkedEvent = { ...REFUSED, position: '18990', type: null }

interface Recorded {
  readonly request: Request
  readonly params: Readonly<Record<string, unknown>>
}

const api = fakeApi()
let sent: unknown[]
let answers: object[]
beforeEach(() => {
  sent = []
  answers = [{ gone: 2, left: 1, next: null }]
  const record = async ({ request, params: { projection, act } }: Recorded) => {
    sent.push({ projection, act, ...((await request.json()) as object) })
    return HttpResponse.json(answers.shift())
  }
  api.use(
    http.get('*/api/admin/projections', () => HttpResponse.json({ head: '19402', projections: LINES })),
    http.get('*/api/admin/projections/traffic/parked', () => listed([REFUSED, WAITING, UNREADABLE])),
    http.post('*/api/admin/projections/:projection/parked/:act', record),
  )
})
const show = () => showPartAt('/admin?tab=datos', <DataPanel />, signedIn)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('mails that servers refuse because of this installation are said', async () => {
  api.use(
    http.get('*/api/admin/projections', () =>
      HttpResponse.json({ head: '19402', projections: LINES, mails_refused: true }),
    ),
  )
  show()
  await screen.findByText(/servidores de correo que rechazaron envíos por causa de esta instalación/)
})

test('each projection has its state, position, lag, version and last error', async () => {
  show()
  const table = await screen.findByRole('table', { name: 'Proyecciones' })
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
  expect(rows).toEqual([
    [
      'Visitas y cifrastraffic',
      'EstadoAl día3 eventos apartados',
      'Posición19.402 / 19.402',
      'Retraso0,2 s',
      'Versiónv8',
      'Reconstruir',
    ],
    ['Códigoscodes', 'EstadoPausada', 'Posición19.402 / 19.402', 'Retraso–', 'Versiónv8', 'Reconstruir'],
    [
      'Historialhistory',
      'EstadoCon error',
      'Posición9.701 / 19.402',
      'Retraso14 min',
      'Versiónv8',
      'Reconstruir',
    ],
    [
      'Solicitudesrequests',
      'EstadoPoniéndose al día',
      'Posición19.402 / 19.402',
      'Retraso3 s',
      'Versiónv8',
      'Reconstruir',
    ],
  ])
  within(screen.getByRole('region', { name: 'Error de Historial' })).getByText('tables of version 9')
})

test('a version that is being made is named, and that the former one answers', async () => {
  const projections = [{ ...TRAFFIC, is_upgrading: true }, LINES[1]]
  api.use(http.get('*/api/admin/projections', () => HttpResponse.json({ head: '19402', projections })))
  show()
  await screen.findByText(
    'Se prepara la versión nueva de Visitas y cifras. Mientras tanto responde la anterior, como estaba.',
  )
})

test('parked events have position, type and reason; only the first of its subject has actions', async () => {
  show()
  const items = await screen.findAllByRole('listitem')
  const texts = items.map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringMatching(/^#18\.977ProfileTapped.*does not fit its schemaReintentarOmitir…$/),
    expect.stringMatching(/^#18\.980ProfileTapped.*Espera al evento #18\.977\.$/),
    expect.stringMatching(/^#18\.990No se puede leer.*ReintentarOmitir…$/),
  ])
})

test('one is retried, and the answer says how many are left', async () => {
  show()
  await press('Reintentar el evento #18.977')
  await screen.findByText('2 eventos procesados. Sigue 1 evento apartado.')
  expect(sent).toEqual([{ projection: 'traffic', act: 'retry', position: '18977' }])
})

test('all are retried in as many calls as it takes', async () => {
  answers = [
    { gone: 0, left: 3, next: '18980' },
    { gone: 3, left: 0, next: null },
  ]
  show()
  await press('Reintentar los 3')
  await screen.findByText('3 eventos procesados. No queda ninguno apartado.')
  const all = { projection: 'traffic', act: 'retry' }
  expect(sent).toEqual([all, { ...all, after: '18980' }])
})

test('a refused retry says why', async () => {
  const detail = 'Ese evento no está apartado en esa vista.'
  api.use(
    http.post('*/api/admin/projections/:projection/parked/retry', () => refused('not-found', { detail })),
  )
  show()
  await press('Reintentar los 3')
  await screen.findByText(`Error: ${detail}`)
})

test('one is skipped only with a reason', async () => {
  show()
  await press('Omitir el evento #18.990')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Omitir el evento #18.990?' }))
  // Its text cannot be erased.
  dialog.getByText(/El motivo queda en el Historial: no escribas datos de personas\.$/)
  await userEvent.click(dialog.getByRole('button', { name: 'Omitir' }))
  dialog.getByText('Escribe por qué se omite.')
  expect([sent, document.activeElement]).toEqual([[], dialog.getByLabelText('Motivo')])
  await userEvent.type(dialog.getByLabelText('Motivo'), ' Está dañado {Enter}')
  await screen.findByText('Evento omitido. Sigue 1 evento apartado.')
  expect(sent).toEqual([{ projection: 'traffic', act: 'skip', position: '18990', reason: 'Está dañado' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what fails can be asked for again', async () => {
  api.use(
    http.get('*/api/admin/projections', () => refused('unavailable'), { once: true }),
    http.get('*/api/admin/projections/traffic/parked', () => refused('unavailable'), { once: true }),
  )
  show()
  await screen.findByText('No pudimos cargar los datos.')
  await press('Reintentar')
  await screen.findByText('No pudimos cargar los eventos apartados.')
  await press('Volver a cargar')
  await screen.findByText('#18.977')
})
