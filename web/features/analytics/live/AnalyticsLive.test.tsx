import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { useSelector } from 'react-redux'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { analytics, antonia, meOf, session, signedIn, tokenUntil, user } from '../../../testing/fixtures.ts'
import { liveServer, visitFact } from '../../../testing/live-server.ts'
import { fakeApi, press, showAt, showPartAt, textsOf } from '../../../testing/screen.tsx'
import { refused } from '../../../testing/refused.ts'
import { selectSignedIn, sessionEnded, sessionStarted } from '../../../app/session/session-slice.ts'
import { RequireSession } from '../../../app/App.tsx'
import { AnalyticsTab } from '../AnalyticsTab.tsx'

vi.mock('../../../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const UNIFIED = '*/api/figures/:profileId/unified'
const LIVE = '*/api/figures/:profileId/live'
const CLICK_ID = '00000000-0000-4000-8000-0000000000b2'
const OPENED = { facts: [visitFact], people: 0 }
let server = liveServer()
const answering = (body: object) => api.takes('get', UNIFIED, () => HttpResponse.json(body))

beforeEach(() => {
  server = liveServer()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  api.use(
    server.handler,
    http.get('*/api/figures/:profileId/insights', () => HttpResponse.json([])),
  )
  answering(analytics)
})
const show = () => showPartAt('/dashboard', <AnalyticsTab profile={antonia} />, signedIn)
const panel = () => screen.findByRole('region', { name: 'En vivo' })
const visits = async (text: string) =>
  within(await screen.findByRole('region', { name: 'Visitas Totales' })).findByText(text)
const connection = async (count = 1) => {
  await waitFor(() => expect(server.connections).toHaveLength(count))
  const made = server.connections[count - 1]
  if (!made) throw new Error('no connection')
  return made
}
const lines = () =>
  textsOf(within(screen.getByRole('region', { name: 'Últimos movimientos' })).queryAllByRole('listitem'))

test('a stream opens with the token in a header, again once the browser is online, and closes with its screen', async () => {
  show()
  const { request, tell } = await connection()
  expect(request.headers.get('authorization')).toBe(`Bearer ${signedIn.token}`)
  expect(request.url).toMatch(new RegExp(`/api/figures/${antonia.id}/live$`))
  tell('opened', { facts: [], people: 0 })
  await within(await panel()).findByText('Conectado')
  expect(
    screen.getAllByText('Aún no hay actividad. Cuando alguien abra tu página, lo verás aquí al instante.'),
  ).toHaveLength(1)
  expect(screen.queryByText(/en los últimos 5 minutos/)).toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  const second = await connection(2)
  cleanup()
  await waitFor(() => expect(second.request.signal.aborted).toBe(true))
})

test('new events are listed on top with the reason beside them, device and source below, each once', async () => {
  show()
  await panel()
  const { tell } = await connection()
  const earlier = { at: new Date(Date.now() - 720_000).toISOString(), excluded: 'repeat' }
  tell('opened', { facts: [{ ...visitFact, ...earlier }], people: 1 })
  await waitFor(() => expect(lines()).toEqual(['Visita · no cuenta: repeticióniPhone · Tarjeta NFC12 min']))
  const now = { id: CLICK_ID, at: new Date().toISOString() }
  const click = { ...now, kind: 'click', network: 'custom', source: 'qr', device: 'android', excluded: null }
  tell('moved', { facts: [click], people: 2 })
  tell('moved', { facts: [click, visitFact], people: 2 })
  await waitFor(() => expect(lines()[0]).toBe('Clic en Agenda una reuniónAndroid · Código QRahora'))
  expect(lines()).toHaveLength(2)
})

test('the number of present people is shown if there are any, and no longer once the connection is lost', async () => {
  show()
  const { tell, close } = await connection()
  tell('opened', { facts: [], people: 1 })
  await screen.findByText('1 persona en los últimos 5 minutos')
  tell('people', { people: 3 })
  await screen.findByText('3 personas en los últimos 5 minutos')
  // The next connection would come after 2.5 s, which a busy machine needs for the next line.
  api.use(http.get(LIVE, () => refused('unavailable')))
  close()
  await within(await panel()).findByText('Reconectando…')
  expect(screen.queryByText(/en los últimos 5 minutos/)).toBeNull()
})

test('figures as new as the opened stream are not requested again, but older ones are, and those that change later', async () => {
  const { requests } = answering(analytics)
  show()
  await visits('1.449')
  const first = await connection()
  first.tell('opened', OPENED, analytics.log_position)
  await within(await panel()).findByText('Conectado')
  expect(requests).toHaveLength(1)
  first.tell('moved', { facts: [], people: 1 })
  await waitFor(() => expect(requests).toHaveLength(2))
  act(() => void window.dispatchEvent(new Event('online')))
  const second = await connection(2)
  second.tell('opened', OPENED, '2401')
  await waitFor(() => expect(requests.length).toBeGreaterThan(2))
})

test('while there is no stream the figures are polled, before they are late', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  api.use(http.get(LIVE, () => refused('unavailable')))
  show()
  await visits('1.449')
  answering({ ...analytics, total_visits: 1450 })
  await act(() => vi.advanceTimersByTimeAsync(8_500))
  await visits('1.450')
})

const WhileSignedIn = () => (useSelector(selectSignedIn) === null ? null : <AnalyticsTab profile={antonia} />)

test('the next account’s figures are requested anew, with its own token', async () => {
  const { sent } = api.takes('get', UNIFIED, () => HttpResponse.json(analytics))
  const store = showAt('/dashboard', <WhileSignedIn />, signedIn)
  await visits('1.449')
  act(() => void store.dispatch(sessionEnded()))
  const next = { ...session, access_token: tokenUntil(4_000_000_001) }
  act(() => void store.dispatch(sessionStarted(next)))
  await visits('1.449')
  expect(sent('authorization')).toEqual([`Bearer ${signedIn.token}`, `Bearer ${next.access_token}`])
})

test('while polling fails the old figures stay, with a small notice', async () => {
  show()
  await visits('1.449')
  const { tell } = await connection()
  api.use(http.get(UNIFIED, () => HttpResponse.json({}, { status: 503 })))
  tell('moved', { facts: [], people: 1 })
  await screen.findByText('No pudimos actualizar las analíticas.')
  await visits('1.449')
  answering({ ...analytics, total_visits: 1451 })
  await press('Reintentar')
  await visits('1.451')
  await waitFor(() => expect(screen.queryByText('No pudimos actualizar las analíticas.')).toBeNull())
})

test('a stream that ends has the session checked, and is not requested again', async () => {
  const known = () => HttpResponse.json(meOf(user))
  const { requests } = api.takes('get', '*/api/auth/me', known, () => refused('unauthenticated'))
  const store = showAt(
    '/dashboard',
    <RequireSession>
      <AnalyticsTab profile={antonia} />
    </RequireSession>,
    signedIn,
  )
  await waitFor(() => expect(requests).toHaveLength(1))
  ;(await connection()).tell('ended', {})
  await waitFor(() => expect(store.getState().session.signedIn).toBeNull())
  expect(server.connections).toHaveLength(1)
})
