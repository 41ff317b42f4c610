import type { BuildComparison, BuildLine, ParkedEvent } from '@app/contracts/data.ts'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { listed, trafficLine } from '../../../testing/admin-server.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { enterText, fakeApi, press, showPartAt, textsOf } from '../../../testing/screen.tsx'
import { DataPanel } from './DataPanel.tsx'

const TRAFFIC = { ...trafficLine, parked: 3 }
const CODES: BuildLine = { ...trafficLine, build: 'codes_v8', projection: 'codes', title: 'Códigos' }
const HISTORY: BuildLine = { ...CODES, build: 'history_v8', projection: 'history', title: 'Historial' }
const LINES: readonly BuildLine[] = [
  TRAFFIC,
  { ...CODES, state: 'catching-up', lag_seconds: null },
  { ...HISTORY, state: 'failed', lag_seconds: 845, error: 'tables of version 9' },
]
const FOLDING: BuildLine = {
  ...trafficLine,
  build: 'traffic_v8_2',
  state: 'folding',
  events: 5_700,
  events_ahead: 4_300,
  lag_seconds: null,
}
const READY: BuildLine = { ...FOLDING, state: 'ready', events: 10_000, events_ahead: 0 }
const FORMER: BuildLine = { ...READY, state: 'former', replaced_at: '2026-11-24T17:05:00.000Z' }
const REFUSED: ParkedEvent = {
  position: '18977',
  type: 'ProfileTapped',
  error: 'does not fit its schema',
  waits_for: null,
  parked_at: '2026-11-24T17:05:00.000Z',
}
const WAITING: ParkedEvent = { ...REFUSED, position: '18980', error: null, waits_for: '18977' }
const UNREADABLE: ParkedEvent = { ...REFUSED, position: '18990', type: null }

const api = fakeApi()
let builds: readonly BuildLine[]

beforeEach(() => {
  builds = LINES
  api.use(
    http.get('*/api/admin/projections', () => HttpResponse.json({ head: '19402', builds })),
    http.get('*/api/admin/projections/traffic/parked', () => listed([REFUSED, WAITING, UNREADABLE])),
  )
})
const show = () => showPartAt('/admin?tab=avanzado', <DataPanel />, signedIn)

test('each build has its state, events, lag and version, and the orders that it takes', async () => {
  builds = [...LINES.slice(0, 2), { ...FOLDING, projection: 'codes', title: 'Códigos' }, LINES[2]!, FORMER]
  show()
  const table = await screen.findByRole('table', { name: 'Vistas' })
  const rows = within(table).getAllByRole('row').slice(1)
  const texts = rows.map((row) => textsOf(within(row).getAllByRole('cell')).join('|'))
  expect(texts).toEqual([
    'Visitas y cifrastraffic|EstadoAl día3 eventos apartados|Eventos19.402|Retraso0,2 s|Versiónv8|Reconstruir',
    'Códigoscodes|EstadoPoniéndose al día|Eventos19.402|Retraso–|Versiónv8|',
    'Códigoscodes|EstadoReconstruyendo|Eventos5.700 · faltan 4.300|Retraso–|Versiónv8|Cancelar',
    'Historialhistory|EstadoCon error|Eventos19.402|Retraso14 min|Versiónv8|Reconstruir',
    'Visitas y cifrastraffic|EstadoAnterior|Eventos10.000|RetrasoHasta el 24-11-2026 14:05|Versiónv8|Volver',
  ])
  within(screen.getByRole('region', { name: 'Error de Historial' })).getByText('tables of version 9')
})

/** Takes an order, which leaves these builds. */
const takes = (path: string, next: readonly BuildLine[], answer: object = {}) =>
  api.takes('post', `*/api/admin/projections/traffic/${path}`, () => {
    builds = next
    return HttpResponse.json(answer)
  })

test('rows are made beside and dropped again without a question', async () => {
  builds = [trafficLine]
  const made = takes('builds', [trafficLine, FOLDING])
  show()
  await press('Reconstruir Visitas y cifras')
  await screen.findByRole('button', { name: 'Cancelar Visitas y cifras' })
  const dropped = takes('builds', [trafficLine])
  await press('Cancelar Visitas y cifras')
  await screen.findByRole('button', { name: 'Reconstruir Visitas y cifras' })
  expect([made.bodies, dropped.bodies]).toEqual([
    [{ order: 'make' }],
    [{ order: 'cancel', build: 'traffic_v8_2' }],
  ])
})

test('tables whose rows differ are shown, new rows are used, and a refusal says why', async () => {
  builds = [trafficLine, READY]
  const table = { table: 'traffic_clicks', rows: 266, only_live: 1, only_other: 2 }
  const differing: BuildComparison = { tables: [table] }
  const compared = takes('builds/compare', [trafficLine, READY], differing)
  show()
  await press('Comparar Visitas y cifras')
  const list = within(await screen.findByRole('list', { name: 'Filas distintas' }))
  expect(list.getByRole('listitem').textContent).toBe('traffic_clicks 3 filas distintas')
  const refusal = () => refused('conflict', { detail: 'Ya no están.' })
  api.use(http.post('*/api/admin/projections/traffic/builds', refusal, { once: true }))
  await press('Usar Visitas y cifras')
  await screen.findByText('Error: Ya no están.')
  const used = takes('builds', [trafficLine, FORMER])
  await press('Usar Visitas y cifras')
  await screen.findByText('Visitas y cifras usa las filas nuevas')
  expect([compared.bodies, used.bodies]).toEqual([
    [{ build: 'traffic_v8_2' }],
    [{ order: 'swap', build: 'traffic_v8_2' }],
  ])
})

test('parked events have position, type and reason; only the first of its subject has actions', async () => {
  show()
  const items = await screen.findAllByRole('listitem')
  const texts = textsOf(items)
  expect(texts).toEqual([
    expect.stringMatching(/^#18\.977ProfileTapped.*does not fit its schemaOmitir…$/),
    expect.stringMatching(/^#18\.980ProfileTapped.*Espera al evento #18\.977\.$/),
    expect.stringMatching(/^#18\.990No se puede leer.*Omitir…$/),
  ])
})

test('all are retried, and a refused retry says why', async () => {
  const detail = 'Esa vista no existe.'
  const retried = () => HttpResponse.json({ gone: 3, left: 0 })
  const refusal = () => refused('not-found', { detail })
  const { bodies } = api.takes('post', '*/api/admin/projections/traffic/parked/retry', retried, refusal)
  show()
  await press('Reintentar los 3')
  await screen.findByText('3 eventos procesados. No queda ninguno apartado.')
  expect(bodies).toEqual([{}])
  await press('Reintentar los 3')
  await screen.findByText(`Error: ${detail}`)
})

test('none is skipped without a reason', async () => {
  show()
  await press('Omitir el evento #18.990')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Omitir el evento #18.990?' }))
  // The text cannot be erased.
  dialog.getByText(/El motivo queda en el Historial: no escribas datos de personas\.$/)
  await press('Omitir', dialog)
  dialog.getByText('Escribe por qué se omite.')
  expect(document.activeElement).toBe(dialog.getByLabelText('Motivo'))
  const skipped = () => HttpResponse.json({ gone: 1, left: 2 })
  const { bodies } = api.takes('post', '*/api/admin/projections/traffic/parked/skip', skipped)
  await enterText(dialog.getByLabelText('Motivo'), ' Es de prueba ', '{Enter}')
  await screen.findByText('Evento omitido. Siguen 2 eventos apartados.')
  expect(bodies).toEqual([{ position: '18990', reason: 'Es de prueba' }])
  expect(screen.queryByRole('dialog')).toBeNull()
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
  await press('Reintentar')
  await screen.findByText('#18.977')
})
