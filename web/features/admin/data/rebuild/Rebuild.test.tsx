// @vitest-environment happy-dom
import type { ProjectionLine, RebuildProgress } from '@app/contracts/api/admin/projection-calls.ts'
import type { RebuildComparison } from '@app/contracts/api/admin/rebuild-calls.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trafficLine as QUIET } from '../../../../testing/admin-server.ts'
import { signedIn } from '../../../../testing/fixtures.ts'
import { refused } from '../../../../testing/refused.ts'
import { fakeApi, showPartAt } from '../../../../testing/screen.tsx'
import { adminApi } from '../../admin-api.ts'
import { DataPanel } from '../DataPanel.tsx'

const FOLDING: RebuildProgress = {
  state: 'folding',
  position: '11030',
  events: 5_700,
  events_in_use: 10_000,
  differing: null,
  error: null,
}
const READY: RebuildProgress = { ...FOLDING, state: 'ready', position: '19402', events: 10_000 }
const SAME = { table: 'traffic_days', rows: 412, fresh_rows: 412, differing: 0 }
const EQUAL: RebuildComparison = { position: '19402', tables: [SAME], differing: 0, rows: [] }
const DIFFERING: RebuildComparison = {
  ...EQUAL,
  tables: [SAME, { table: 'traffic_clicks', rows: 266, fresh_rows: 269, differing: 3 }],
  differing: 3,
  rows: [
    { table: 'traffic_clicks', equal: 'day=2026-11-20', live: 'clicks=3', fresh: 'clicks=2' },
    { table: 'traffic_clicks', equal: '', live: null, fresh: 'clicks=1' },
  ],
}

const api = fakeApi()
let line: ProjectionLine
let sent: unknown[]
beforeEach(() => {
  line = QUIET
  sent = []
  api.use(
    http.get('*/api/admin/projections', () => HttpResponse.json({ head: '19402', projections: [line] })),
  )
})
afterEach(() => void vi.useRealTimers())

/** What an order is answered, and what it makes of the line. */
function takes(path: string, changed: Partial<ProjectionLine> = {}, answer: object = {}) {
  api.use(
    http.post(`*/api/admin/projections/traffic/${path}`, async ({ request }) => {
      sent.push([path, await request.json()])
      line = { ...line, ...changed }
      return HttpResponse.json(answer)
    }),
  )
}
const refuses = (path: string, detail: string) =>
  api.use(
    http.post(`*/api/admin/projections/traffic/${path}`, () => refused('conflict', { detail }), {
      once: true,
    }),
  )
const show = () => showPartAt('/admin?tab=datos', <DataPanel />, signedIn)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const panel = async () =>
  within(await screen.findByRole('region', { name: 'Reconstrucción de Visitas y cifras' }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const pressIn = (within: { getByRole: typeof screen.getByRole }, name: string) =>
  userEvent.click(within.getByRole('button', { name }))

test('a rebuild says what it would read, and that it sends nothing, before it begins', async () => {
  takes('rebuild/estimate', {}, { events: 19_402, seconds: 39.6 })
  takes('rebuild', { rebuild: FOLDING })
  show()
  await press('Reconstruir Visitas y cifras')
  const asked = await dialog('¿Reconstruir Visitas y cifras?')
  await asked.findByText('Se leerán 19.402 eventos, cerca de 40 s.')
  asked.getByText('Los paneles siguen funcionando con la versión actual.')
  asked.getByText('Simulación: no se envía correo')
  expect(sent).toEqual([['rebuild/estimate', {}]])
  refuses('rebuild', 'Ya se está reconstruyendo.')
  await pressIn(asked, 'Reconstruir')
  await asked.findByText('Ya se está reconstruyendo.')
  await pressIn(asked, 'Reconstruir')
  await panel()
  expect(sent.slice(1)).toEqual([['rebuild', { order: 'start' }]])
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Datos'))
})

test('where nobody has counted the events, all of them will be read', async () => {
  takes('rebuild/estimate', {}, { events: null, seconds: null })
  show()
  await press('Reconstruir Visitas y cifras')
  await screen.findByText('Se leerán todos los eventos.')
})

test('a rebuild under way shows how far it is, and its pace from the second answer on', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  line = { ...QUIET, rebuild: FOLDING }
  const store = show()
  const shown = await panel()
  shown.getByText('57%')
  expect(shown.queryByText(/eventos\/s/)).toBeNull()
  screen.getByText('Reconstruyendo')
  vi.setSystemTime(1_001_000)
  line = { ...line, rebuild: { ...FOLDING, events: 7_540 } }
  act(() => void store.dispatch(adminApi.util.invalidateTags(['Projections'])))
  await shown.findByText('1.840 eventos/s · faltan 2 s')
  expect(shown.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75')
})

test('a rebuild is cancelled once that is confirmed', async () => {
  line = { ...QUIET, rebuild: FOLDING }
  takes('rebuild', { rebuild: null })
  show()
  await press('Cancelar la reconstrucción…')
  const asked = await dialog('¿Cancelar la reconstrucción de Visitas y cifras?')
  expect(sent).toEqual([])
  await pressIn(asked, 'Cancelar la reconstrucción')
  await screen.findByRole('button', { name: 'Reconstruir Visitas y cifras' })
  expect(sent).toEqual([['rebuild', { order: 'cancel' }]])
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Datos'))
})

test('equal rows are swapped at once, and the message leads back', async () => {
  line = { ...QUIET, rebuild: FOLDING }
  takes('rebuild/compare', { rebuild: { ...READY, differing: 0 } }, EQUAL)
  takes('rebuild/swap', { rebuild: null, replaced_at: '2026-11-24T17:05:00.000Z' })
  takes('rollback', { replaced_at: null })
  const store = show()
  const shown = await panel()
  line = { ...line, rebuild: READY }
  act(() => void store.dispatch(adminApi.util.invalidateTags(['Projections'])))
  const end = await shown.findByText('Reconstrucción lista.')
  expect(end.closest('[aria-live=polite]')?.textContent).toBe('Reconstrucción lista.')
  expect(shown.queryByRole('button', { name: 'Cambiar a la versión nueva' })).toBeNull()
  await pressIn(shown, 'Comparar')
  await shown.findByText('Reconstrucción lista. Sin diferencias.')
  expect(shown.getAllByRole('row').at(-1)?.textContent).toBe(
    'traffic_daysFilas en uso412Filas nuevas412DiferenciaIdénticas',
  )
  await pressIn(shown, 'Cambiar a la versión nueva')
  await screen.findByText('Visitas y cifras usa la versión nueva')
  await press('Volver atrás')
  await screen.findByText('Visitas y cifras volvió a la versión anterior')
  expect(sent.slice(1)).toEqual([
    ['rebuild/swap', {}],
    ['rollback', {}],
  ])
})

test('rows that differ are shown side by side', async () => {
  line = { ...QUIET, rebuild: READY }
  takes('rebuild/compare', { rebuild: { ...READY, differing: 3 } }, DIFFERING)
  show()
  await press('Comparar')
  expect(await screen.findAllByText('3 filas distintas')).toHaveLength(2)
  await press('Ver diferencias')
  const rows = within(screen.getByRole('region', { name: 'Filas distintas' }))
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'traffic_clicksday=2026-11-20En usoclicks=3Nuevaclicks=2',
    'traffic_clicksEn usoNo estáNuevaclicks=1',
  ])
  rows.getByText('Se ven las primeras 2.')
})

test('rows that differ are swapped only with the name of the read model', async () => {
  line = { ...QUIET, rebuild: { ...READY, differing: 3 } }
  takes('rebuild/swap', { rebuild: null })
  refuses('rebuild/swap', 'Hay filas nuevas: compara otra vez.')
  show()
  await screen.findByText('3 filas distintas')
  await press('Cambiar a la versión nueva')
  const asked = await dialog('¿Cambiar Visitas y cifras a la versión nueva?')
  const field = asked.getByLabelText('Escribe traffic para confirmar')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'traffi{Enter}')
  expect(asked.getByRole('button', { name: 'Cambiar' }).matches(':disabled')).toBe(true)
  await userEvent.type(field, 'c{Enter}')
  await asked.findByText('Hay filas nuevas: compara otra vez.')
  expect(sent).toEqual([])
  await userEvent.type(field, '{Enter}')
  await screen.findByText('Visitas y cifras usa la versión nueva')
  expect(sent).toEqual([['rebuild/swap', { typed: 'traffic' }]])
})

test('one that stopped says where and why', async () => {
  line = { ...QUIET, rebuild: { ...FOLDING, state: 'failed', error: 'no such column' } }
  show()
  const shown = await panel()
  shown.getByText('La reconstrucción se detuvo en el evento #11.030. Los datos actuales no cambiaron.')
  shown.getByText('no such column')
})

test('the former rows come back once that is confirmed, and are said to be up to date', async () => {
  line = { ...QUIET, replaced_at: '2026-11-24T17:05:00.000Z' }
  takes('rollback', { replaced_at: null })
  refuses('rollback', 'Ya no están.')
  show()
  await press('Volver atrás en Visitas y cifras')
  const asked = await dialog('¿Volver atrás en Visitas y cifras?')
  asked.getByText('Las filas anteriores están al día. Se reemplazaron el 24-11-2026 14:05.')
  await pressIn(asked, 'Volver atrás')
  await asked.findByText('Ya no están.')
  await pressIn(asked, 'Volver atrás')
  await screen.findByText('Visitas y cifras volvió a la versión anterior')
  expect(sent).toEqual([['rollback', {}]])
})
