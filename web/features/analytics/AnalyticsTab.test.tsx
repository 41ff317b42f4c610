import { REPORT_TYPE, type UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { testTable } from '../../../tests/support/every.ts'
import { positionWritten } from '../../app/api.ts'
import { analytics, antonia, noAnalytics, signedIn } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { detailOf, refused } from '../../testing/refused.ts'
import { savedFiles } from '../../testing/saved-files.ts'
import { address, fakeApi, press, showAt, showPartAt, textsOf, wholeText } from '../../testing/screen.tsx'
import { AnalyticsPanels } from './AnalyticsPanels.tsx'
import { AnalyticsTab } from './AnalyticsTab.tsx'
import { narrowedIn, partsOf, toggled } from './filtering.tsx'
import { EMPTY_FEED } from './live/live-feed.ts'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => <div role="img" aria-label="gráfico" /> }))

const api = fakeApi()
beforeEach(() => api.use(...quietCalls()))
const UNIFIED = '*/api/figures/:profileId/unified'
const answering = (body: object) => api.use(http.get(UNIFIED, () => HttpResponse.json(body)))
const show = (at = '/dashboard') => showPartAt(at, <AnalyticsTab profile={antonia} />, signedIn)
const { total_visits, unique_visitors, social_clicks_total, vcf_downloads, engagement_rate } = noAnalytics
const none = { total_visits, unique_visitors, social_clicks_total, vcf_downloads, engagement_rate }
/** Before the profile. */
const BEFORE = { from: '2026-09-22', to: '2026-10-21', ...none }
const card = (name: string) => screen.findByRole('region', { name })

test('without a profile the tab asks for one', () => {
  showAt('/dashboard', <AnalyticsTab profile={undefined} />, signedIn)
  expect(screen.getAllByText('Selecciona un perfil para ver analíticas')).toHaveLength(1)
})

test('figures that load, or cannot be loaded, say so, and can be requested again', async () => {
  const failed = () => refused('unavailable')
  api.takes('get', UNIFIED, failed, () => HttpResponse.json(analytics))
  show()
  expect(screen.getByText('Cargando…').parentElement?.getAttribute('aria-busy')).toBe('true')
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos cargar las analíticas.')
  await press('Reintentar')
  await within(await card('Visitas Totales')).findByText('1.449')
})

const HELD_BACK = 'Un bloqueador de tu navegador retiene las cifras. Desactívalo en este sitio y reintenta.'

test('figures that a blocker holds back are said to be, wherever they stand', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const holdBack = (part: string) =>
    api.use(http.get(`*/api/figures/:profileId/${part}`, () => HttpResponse.error()))
  for (const part of ['unified', 'insights', 'executive-report']) holdBack(part)
  show()
  expect((await screen.findByRole('alert')).textContent).toContain(HELD_BACK)
  answering(analytics)
  await press('Reintentar')
  const insights = within(await card('Insights IA'))
  expect((await insights.findByRole('alert')).textContent).toContain(HELD_BACK)
  await press('Reporte Excel')
  await eventually(() => expect(screen.getAllByText(HELD_BACK, { exact: false })).toHaveLength(2))
})

test('a profile that nobody visited offers its link and lists what was not counted', async () => {
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  const excluded_by_reason = { ...noAnalytics.excluded_by_reason, visits: { robot: 2 } }
  answering({ ...noAnalytics, excluded_by_reason })
  show()
  await screen.findByText('Todavía no hay visitas.')
  expect(screen.getAllByText('Sin contar: 2 robots')).toHaveLength(1)
  await press('Copiar enlace')
  await screen.findByText('Enlace copiado')
  expect(await navigator.clipboard.readText()).toBe('https://tarjeta.example/pages/antonia-rivas')
})

test('a period without visits of a profile that has some shows zeros, not the welcome', async () => {
  answering({ ...noAnalytics, date_range: '7d', previous: BEFORE })
  show('/dashboard?range=7d')
  await screen.findByText('Aún no hay visitas en este período.')
  expect(screen.queryByText('Todavía no hay visitas.')).toBeNull()
})

test('the figures stand with the days that they are of, and with their age', async () => {
  answering(analytics)
  show()
  await within(await card('Visitas Totales')).findByText('1.449')
  expect(screen.getAllByText(wholeText('desde el 18-11-2026'))).toHaveLength(4)
  expect(screen.getAllByText(wholeText('18-11-2026 – 20-11-2026'))).toHaveLength(1)
  expect(screen.getAllByText(/actualizado hace \d+ s/)).toHaveLength(1)
  await screen.findByText('Agenda una reunión')
})

test('a range is put into the address and its figures are requested', async () => {
  const month = { ...analytics, from: '2026-10-22', total_visits: 77, previous: BEFORE }
  const first = () => HttpResponse.json(analytics)
  const { searches } = api.takes('get', UNIFIED, first, () => HttpResponse.json(month))
  show('/dashboard?tab=analytics')
  await card('Visitas Totales')
  expect(screen.getByRole('button', { name: 'Toda la vida' }).getAttribute('aria-pressed')).toBe('true')
  await press('1 mes')
  await within(await card('Visitas Totales')).findByText('77')
  expect(screen.getByRole('button', { name: '1 mes' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getAllByText('Sin comparación')).toHaveLength(4)
  expect(address()).toBe('/dashboard?tab=analytics&range=1m')
  expect(searches()).toEqual(['date_range=all-time', 'date_range=1m'])
})

test('busy figures are asked for once more', async () => {
  const busy = () => refused('busy', { retryAfter: 0 })
  const { requests } = api.takes('get', UNIFIED, busy, busy, busy, () => HttpResponse.json(analytics))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain(detailOf('busy'))
  expect(requests).toHaveLength(2)
  await press('Reintentar')
  await within(await card('Visitas Totales')).findByText('1.449')
})

test('figures that lag behind the log show it', async () => {
  answering({ ...analytics, lag_seconds: 41.2 })
  show()
  await screen.findByText(/Los datos van 4[2-4] s atrasados/)
})

const REPORT = '*/api/figures/:profileId/executive-report'
const NAME = 'Reporte_2026-11-20.xlsx'

test('the report of the range is saved as the server names it, after what was written, and a failure is told', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const saved = savedFiles()
  answering(analytics)
  const headers = { 'content-type': REPORT_TYPE, 'content-disposition': `attachment; filename=${NAME}` }
  const file = () => new HttpResponse('cells', { headers })
  const { requests, sent } = api.takes('get', REPORT, () => refused('unavailable'), file)
  show('/dashboard?range=3m').dispatch(positionWritten('77'))
  await press('Reporte Excel')
  expect((await screen.findByRole('alert')).textContent).toBe('Error: no pudimos preparar el reporte.')
  await press('Reporte Excel')
  await screen.findByText('Reporte descargado')
  expect(saved.map(({ name }) => name)).toEqual([NAME])
  expect(requests[1]?.url).toContain('date_range=3m')
  expect(sent('wait-for-position')[1]).toBe('77')
})

const asked: string[] = []
const previous = { from: '2026-11-15', to: '2026-11-17', ...none, total_visits: 1_449 }
function showNarrowed(at: string) {
  asked.length = 0
  api.use(
    http.get(UNIFIED, ({ request }) => {
      const { searchParams } = new URL(request.url)
      searchParams.delete('date_range')
      asked.push(searchParams.toString())
      if (searchParams.has('source')) return HttpResponse.json(noAnalytics)
      const answer = { ...analytics, previous: at.includes('range') ? previous : null }
      return HttpResponse.json(searchParams.has('network') ? { ...answer, total_visits: 777 } : answer)
    }),
  )
  show(at)
}
const row = (name: RegExp) => screen.findByRole('button', { name })

test('a press on a network shows its figures alone, with a chip, in the address, until it is pressed again', async () => {
  showNarrowed('/dashboard?range=1m')
  await press(/^WhatsApp/)
  await screen.findByText('777')
  expect(address()).toBe('/dashboard?range=1m&network=whatsapp')
  expect((await row(/^WhatsApp/)).getAttribute('aria-pressed')).toBe('true')
  expect(asked).toContain('network=whatsapp')
  // The others stay, as they are without the filter, and can be pressed.
  expect((await row(/^LinkedIn/)).hasAttribute('data-other')).toBe(true)
  await row(/^Quitar el filtro Red: WhatsApp$/)
  expect(screen.getByText('Ves solo: Red: WhatsApp').getAttribute('role')).toBe('status')
  for (const name of ['Insights IA', 'Visitantes Identificados', 'En vivo'])
    expect(screen.queryByRole('region', { name })).toBeNull()
  const report = screen.getByRole('button', {
    name: 'Reporte Excel',
    description: 'El Reporte Excel no lleva filtros: quítalos para descargarlo.',
  })
  expect(report.getAttribute('aria-disabled')).toBe('true')
  await press(/^WhatsApp/)
  await within(await card('Visitas Totales')).findByText('1.449')
  expect(address()).toBe('/dashboard?range=1m')
})

test('sources, devices, hours and points are pressed alike, and each chip removes its own', async () => {
  showNarrowed('/dashboard')
  await press(/^Ver más/)
  await press(/^iPhone/)
  await press('Ver como tabla')
  const hours = within(await screen.findByRole('table', { name: 'Cuándo te visitan' }))
  await userEvent.click(within(hours.getByRole('row', { name: /^00–01 h/ })).getAllByRole('button')[0]!)
  await eventually(() => expect(address()).toMatch(/^\/dashboard\?device=iphone&hour=\d-0$/))
  await press(/^Quitar el filtro Dispositivo: iPhone$/)
  expect(address()).toMatch(/^\/dashboard\?hour=\d-0$/)
  await press(/19 de noviembre/)
  expect(address()).toMatch(/&from=2026-11-19&to=2026-11-19$/)
  await press('1 mes')
  expect(address()).toMatch(/^\/dashboard\?hour=\d-0&range=1m$/)
})

test('filters that nothing passes say so, and are removed by one press', async () => {
  showNarrowed('/dashboard?source=qr&range=7d')
  await screen.findByText('Ninguna visita con este filtro.')
  await press('Quitar el filtro')
  await within(await card('Visitas Totales')).findByText('1.449')
  expect(address()).toBe('/dashboard?range=7d')
  cleanup()
  showNarrowed('/dashboard?source=qr&device=iphone')
  await screen.findByText('Ninguna visita con estos filtros.')
  await press('Quitar los filtros')
  expect(address()).toBe('/dashboard')
})

const inAddress = (search: string) => narrowedIn(new URLSearchParams(search))

test('an address narrows to one known value of each kind, and to two days in their order', () => {
  const days = { from: '2026-11-02', to: '2026-11-08' }
  const narrowed = inAddress(
    'tab=analytics&hour=5-13&network=whatsapp&from=2026-11-02&to=2026-11-08&range=1m',
  )
  expect(narrowed).toEqual({ hour: '5-13', network: 'whatsapp', ...days })
  expect(partsOf(narrowed)).toEqual([{ hour: '5-13' }, { network: 'whatsapp' }, days])
})

testTable([
  'network=myspace',
  'day=2026-11-02',
  'hour=9-13',
  'hour=1-24',
  'device=',
  'from=2026-11-02',
  'from=2026-11-08&to=2026-11-02',
  'from=2026-13-08&to=2026-14-02',
])('a filter that does not exist narrows nothing, and the others stay', (search) =>
  expect(inAddress(`${search}&source=qr`)).toEqual({ source: 'qr' }),
)

test('a part is put last into the address, and taken out by a second press', () => {
  const first = toggled(new URLSearchParams('range=1m&network=email'), { source: 'nfc' })
  const next = toggled(first, { network: 'whatsapp' })
  expect(next.toString()).toBe('range=1m&source=nfc&network=whatsapp')
  expect(toggled(next, { network: 'whatsapp' }).toString()).toBe('range=1m&source=nfc')
})

const showPanels = (data: UnifiedAnalytics, isFew: boolean) =>
  showAt(
    '/dashboard',
    <AnalyticsPanels
      status={null}
      profileId="p"
      data={data}
      stale={false}
      live={{ ...EMPTY_FEED, status: 'connected' }}
      customTitle=""
      isFew={isFew}
      asTable={false}
    />,
    signedIn,
  )

test('with few visits panels are lines, and whoever left a name is shown all the same', async () => {
  const clicks = { ...analytics.social_clicks, whatsapp: 2, email: 1 }
  for (const name of ['linkedin', 'instagram', 'facebook', 'website', 'custom'] as const) clicks[name] = 0
  const few = { ...analytics, social_clicks: clicks, social_clicks_total: 3 }
  showPanels({ ...few, visitors: {}, visitors_total: 0 }, true)
  await screen.findByRole('region', { name: 'En vivo' })
  expect(textsOf(screen.getAllByRole('definition'))).toEqual([
    'WhatsApp 2 · Email 1',
    'No hay datos suficientes para este período',
    'No hay insights disponibles',
    'Aún nadie se ha identificado. Cuando alguien lo haga, lo verás aquí.',
  ])
  expect(screen.queryByRole('region', { name: 'Cuándo te visitan' })).toBeNull()
  screen.getByText('Desde las 20 visitas verás también tus horas y de dónde llegan.')
  cleanup()
  const named = { phone: '', description: '', clicks: 0, vcf_downloaded: false, named_at: few.to, person: '' }
  showPanels(
    { ...few, visitors: { 'Rosa Díaz': { ...named, phone: '+56912345678' } }, visitors_total: 1 },
    true,
  )
  await screen.findByRole('region', { name: 'Visitantes Identificados' })
  screen.getByText('Rosa Díaz')
})

test('a panel that cannot be drawn leaves its neighbours usable, and is drawn again on request', async () => {
  // React logs caught errors to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const heatmap = [...analytics.heatmap]
  const data = { ...analytics, heatmap }
  heatmap.flat = () => {
    throw new RangeError('Invalid time value')
  }
  showPanels(data, false)
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos mostrar «Cuándo te visitan».')
  for (const name of ['Visitas Totales', 'Comparativa Intermensual', 'Visitantes Identificados', 'En vivo']) {
    expect(screen.getAllByRole('region', { name })).toHaveLength(1)
  }
  heatmap.flat = Array.prototype.flat
  await press('Reintentar')
  expect(await screen.findAllByRole('region', { name: 'Cuándo te visitan' })).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
