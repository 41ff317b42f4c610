// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { analytics, antonia, noAnalytics, signedIn } from '../../testing/fixtures.ts'
import { detailOf, refused } from '../../testing/refused.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { address, fakeApi, showAt, showPartAt } from '../../testing/screen.tsx'
import { REPORT_TYPE } from '@app/contracts/analytics.ts'
import { positionWritten } from '../../app/api.ts'
import { savedFiles } from '../../testing/saved-files.ts'
import { AnalyticsTab } from './AnalyticsTab.tsx'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => <div role="img" aria-label="gráfico" /> }))

const api = fakeApi()
beforeEach(() => api.use(...quietCalls()))
const UNIFIED = '*/api/figures/:profileId/unified'
const answering = (body: object) => api.use(http.get(UNIFIED, () => HttpResponse.json(body)))
const failing = () => api.use(http.get(UNIFIED, () => HttpResponse.json({}, { status: 503 })))
const show = (at = '/dashboard') => showPartAt(at, <AnalyticsTab profile={antonia} />, signedIn)
/** Before the profile. */
const BEFORE = {
  from: '2026-09-22',
  to: '2026-10-21',
  total_visits: 0,
  unique_visitors: 0,
  social_clicks_total: 0,
  vcf_downloads: 0,
  engagement_rate: 0,
}
/** The text of an element with that of the elements in it. */
const wholeText = (text: string) => (_own: string, element: Element | null) => element?.textContent === text
const card = (name: string) => screen.findByRole('region', { name })

test('without a profile the tab asks for one', () => {
  showAt('/dashboard', <AnalyticsTab profile={undefined} />, signedIn)
  expect(screen.getAllByText('Selecciona un perfil para ver analíticas')).toHaveLength(1)
})

test('figures that load, or cannot be loaded, say so, and can be requested again', async () => {
  failing()
  show()
  expect(screen.getByText('Cargando…').parentElement?.getAttribute('aria-busy')).toBe('true')
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos cargar las analíticas.')
  answering(analytics)
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
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
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  const insights = within(await card('Insights IA'))
  expect((await insights.findByRole('alert')).textContent).toContain(HELD_BACK)
  await userEvent.click(screen.getByRole('button', { name: 'Reporte Excel' }))
  await eventually(() => expect(screen.getAllByText(HELD_BACK, { exact: false })).toHaveLength(2))
})

test('a profile that nobody visited offers its link and lists what was not counted', async () => {
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  answering({
    ...noAnalytics,
    excluded_by_reason: { ...noAnalytics.excluded_by_reason, visits: { robot: 2 } },
  })
  show()
  await screen.findByText('Todavía no hay visitas.')
  expect(screen.getAllByText('Sin contar: 2 robots')).toHaveLength(1)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Copiar enlace' }))
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
  const asked: (string | null)[] = []
  api.use(
    http.get(UNIFIED, ({ request }) => {
      const range = new URL(request.url).searchParams.get('date_range')
      asked.push(range)
      const month = { ...analytics, from: '2026-10-22', total_visits: 77, previous: BEFORE }
      return HttpResponse.json(range === '1m' ? month : analytics)
    }),
  )
  show('/dashboard?tab=analytics')
  await card('Visitas Totales')
  expect(screen.getByRole('button', { name: 'Toda la vida' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: '1 mes' }))
  await within(await card('Visitas Totales')).findByText('77')
  expect(screen.getByRole('button', { name: '1 mes' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getAllByText('Sin comparación')).toHaveLength(4)
  expect(address()).toBe('/dashboard?tab=analytics&range=1m')
  expect(asked[0]).toBe('all-time')
  expect(asked).toContain('1m')
})

test('busy figures are asked for once more', async () => {
  let answers = [refused('busy', { retryAfter: 0 }), refused('busy', { retryAfter: 0 })]
  api.use(http.get(UNIFIED, () => answers.shift() ?? HttpResponse.json(analytics)))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain(detailOf('busy'))
  answers = [refused('busy', { retryAfter: 0 })]
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
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
  const asked: Request[] = []
  answering(analytics)
  api.use(http.get(REPORT, () => refused('unavailable')))
  show('/dashboard?range=3m').dispatch(positionWritten('77'))
  await userEvent.click(await screen.findByRole('button', { name: 'Reporte Excel' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Error: no pudimos preparar el reporte.')
  api.use(
    http.get(REPORT, ({ request }) => {
      asked.push(request)
      const disposition = `attachment; filename=${NAME}`
      const headers = { 'content-type': REPORT_TYPE, 'content-disposition': disposition }
      return new HttpResponse('cells', { headers })
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reporte Excel' }))
  await screen.findByText('Reporte descargado')
  expect(saved.map(({ name }) => name)).toEqual([NAME])
  expect(asked[0]?.url).toContain('date_range=3m')
  expect(asked[0]?.headers.get('wait-for-position')).toBe('77')
})
