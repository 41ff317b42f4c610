// @vitest-environment happy-dom
import type { AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listed } from '../../../testing/admin-server.ts'
import { enterText } from '../../../testing/enter-text.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { requestOf } from '../../../testing/request-server.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { setWindowWidth } from '../../../testing/window-width.ts'
import { RequestsPanel } from './RequestsPanel.tsx'

const LATE = requestOf(1, { kind: 'erasure', who: 'Rodrigo Paillán', days_left: -1 })
const NEAR = requestOf(2, { kind: 'correction', who: 'Marcela Ibáñez', days_left: 2 })
const ANSWERED = {
  status: 'answered',
  outcome: 'done',
  proof: 'browser',
  channel: 'browser',
  answered_at: '2026-11-16T12:40:02.000Z',
} as const
const QUICK = requestOf(3, { ...ANSWERED, kind: 'portability', who: 'camila@correo.example' })
const NAMELESS = requestOf(4, { ...ANSWERED, kind: 'objection', who: null })
const ERASED = requestOf(5, { ...ANSWERED, kind: 'erasure', who: null })

const LIST = '*/api/admin/requests'
const api = fakeApi()
let asked: URLSearchParams[] = []
beforeEach(() => {
  asked = []
  setWindowWidth(1_440)
})
afterEach(() => {
  vi.useRealTimers()
  setWindowWidth()
})

/** Pages of two rows each. */
function requestServer(rows: readonly AdminRequest[]) {
  api.use(
    http.get(LIST, ({ request }) => {
      const params = new URL(request.url).searchParams
      asked.push(params)
      const kind = params.get('kind')
      const found = rows.filter(
        (row) => row.status === params.get('state') && (kind === 'all' || row.kind === kind),
      )
      const from = Number(params.get('after') ?? 0)
      const more = from + 2 < found.length ? { next: String(from + 2) } : {}
      return listed(found.slice(from, from + 2), { total: found.length, ...more })
    }),
  )
}
const show = (rows: readonly AdminRequest[] = [LATE, NEAR, QUICK, NAMELESS, ERASED]) => {
  requestServer(rows)
  showPartAt('/admin?tab=solicitudes', <RequestsPanel />, signedIn)
}
const group = (name: string) => screen.findByRole('region', { name })
const lines = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('open requests come first, each with kind, person, way and time left, then the answered ones', async () => {
  show()
  expect(lines(await group('Abiertas'))).toEqual([
    'Supresión · Rodrigo PaillánPor confirmar · tarjeta de Antonia Rivas Sotovenció hace 1 día',
    'Rectificación · Marcela IbáñezPor confirmar · tarjeta de Antonia Rivas Sotovence en 2 días',
  ])
  expect(lines(await group('Respondidas'))).toEqual([
    'Portabilidad · camila@correo.exampleMismo navegador · tarjeta de Antonia Rivas SotoRespondida en 2 s',
    'Oposición · visita sin nombreMismo navegador · tarjeta de Antonia Rivas SotoRespondida en 2 s',
  ])
  screen.getByText('Mostrando 1 a 4 de 5 resultados')
  screen.getByText('5 solicitudes')
  expect(asked.map((params) => [params.get('state'), params.get('sort')])).toEqual([
    ['open', 'due_day'],
    ['answered', '-received_at'],
  ])
})

test('more rows come after those that are shown, of the open ones first', async () => {
  show([LATE, NEAR, requestOf(6), QUICK, NAMELESS, ERASED])
  await screen.findByText('Mostrando 1 a 2 de 6 resultados')
  expect(screen.queryByRole('region', { name: 'Respondidas' })).toBeNull()
  await press('Ver más')
  await screen.findByText('Mostrando 1 a 5 de 6 resultados')
  await press('Ver más')
  await screen.findByText('Mostrando 1 a 6 de 6 resultados')
  expect(lines(await group('Respondidas')).at(-1)).toContain('Supresión · Dato eliminado')
  expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull()
})

test('a list that fails can be requested again', async () => {
  requestServer([LATE])
  api.use(http.get(LIST, () => refused('unavailable'), { once: true }))
  showPartAt('/admin?tab=solicitudes', <RequestsPanel />, signedIn)
  await screen.findByText(/No pudimos cargar las solicitudes\./)
  await press('Reintentar')
  await group('Abiertas')
})

test('search, state and kind are sent to the server, and a reload finds them', async () => {
  show()
  await enterText(await screen.findByLabelText('Nombre o correo'), ' camila ')
  await press('Abiertas')
  await userEvent.selectOptions(screen.getByLabelText('Tipo'), 'Supresión')
  await waitFor(() =>
    expect(asked.at(-1)?.toString()).toBe('search=camila&kind=erasure&state=open&sort=due_day&limit=20'),
  )
  cleanup()
  show()
  await screen.findByText('1 solicitud')
  expect(screen.getByLabelText('Nombre o correo')).toHaveProperty('value', ' camila ')
  expect(screen.getByRole('button', { name: 'Abiertas', pressed: true }).isConnected).toBe(true)
  expect(screen.getByLabelText('Tipo')).toHaveProperty('value', 'erasure')
})

test('without a request, of a filter or at all, the list says so', async () => {
  show([QUICK])
  await press('Abiertas')
  await screen.findByText('No hay solicitudes abiertas.')
  await userEvent.selectOptions(screen.getByLabelText('Tipo'), 'Bloqueo')
  await screen.findByText('Nada coincide con estos filtros.')
  await press('Limpiar filtros')
  await screen.findByText('Mostrando 1 resultado')
  cleanup()
  show([])
  await screen.findByText('Nadie ha pedido nada todavía.')
})

test('in the first second of a day in Santiago everything is read again [PRIV-17]', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: Date.parse('2026-11-21T02:59:58.500Z'),
  })
  show()
  await group('Abiertas')
  const before = asked.length
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(asked).toHaveLength(before)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await waitFor(() => expect(asked).toHaveLength(before + 2))
})

test('on a phone all filters but the search stand in a sheet', async () => {
  setWindowWidth(390)
  show()
  await group('Abiertas')
  expect(screen.queryByLabelText('Tipo')).toBeNull()
  await press('Filtros')
  const sheet = within(await screen.findByRole('dialog', { name: 'Filtros' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Respondidas' }))
  await userEvent.selectOptions(sheet.getByLabelText('Tipo'), 'Portabilidad')
  await userEvent.click(sheet.getByRole('button', { name: 'Ver solicitudes' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Filtros2'))
  expect(lines(await group('Respondidas'))).toHaveLength(1)
})
