// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { analytics, antonia, noAnalytics, signedIn } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { address, fakeApi, showPartAt } from '../../testing/screen.tsx'
import { AnalyticsTab } from './AnalyticsTab.tsx'
import { narrowedIn, partsOf, toggled } from './filtering.tsx'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => <div role="img" aria-label="gráfico" /> }))

const api = fakeApi()
const asked: string[] = []
const { total_visits, unique_visitors, social_clicks_total, vcf_downloads, engagement_rate } = analytics
const counts = { total_visits, unique_visitors, social_clicks_total, vcf_downloads, engagement_rate }
const before = { from: '2026-11-15', to: '2026-11-17', ...counts }
beforeEach(() => {
  asked.length = 0
  api.use(
    ...quietCalls(),
    http.get('*/api/figures/:profileId/unified', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const previous = searchParams.get('date_range') === 'all-time' ? null : before
      searchParams.delete('date_range')
      asked.push(searchParams.toString())
      if (searchParams.has('source')) return HttpResponse.json(noAnalytics)
      const answer = { ...analytics, previous }
      return HttpResponse.json(searchParams.has('network') ? { ...answer, total_visits: 777 } : answer)
    }),
  )
})
const show = (at: string) => showPartAt(at, <AnalyticsTab profile={antonia} />, signedIn)
const row = (name: RegExp) => screen.findByRole('button', { name })

test('a press on a network shows its figures alone, with a chip, in the address, until it is pressed again', async () => {
  show('/dashboard?range=1m')
  await userEvent.click(await row(/^WhatsApp/))
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
  await userEvent.click(await row(/^WhatsApp/))
  await within(await screen.findByRole('region', { name: 'Visitas Totales' })).findByText('1.449')
  expect(address()).toBe('/dashboard?range=1m')
})

test('sources, devices, hours and points are pressed alike, and each chip removes its own', async () => {
  show('/dashboard')
  await userEvent.click(await row(/^Ver más/))
  await userEvent.click(await row(/^iPhone/))
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  const hours = within(await screen.findByRole('table', { name: 'Cuándo te visitan' }))
  await userEvent.click(within(hours.getByRole('row', { name: /^00–01 h/ })).getAllByRole('button')[0]!)
  await eventually(() => expect(address()).toMatch(/^\/dashboard\?device=iphone&hour=\d-0$/))
  await userEvent.click(await row(/^Quitar el filtro Dispositivo: iPhone$/))
  expect(address()).toMatch(/^\/dashboard\?hour=\d-0$/)
  await userEvent.click(await row(/19 de noviembre/))
  expect(address()).toMatch(/&from=2026-11-19&to=2026-11-19$/)
  await userEvent.click(screen.getByRole('button', { name: '1 mes' }))
  expect(address()).toMatch(/^\/dashboard\?hour=\d-0&range=1m$/)
})

test('filters that nothing passes say so, and are removed by one press', async () => {
  show('/dashboard?source=qr&range=7d')
  await screen.findByText('Ninguna visita con este filtro.')
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el filtro' }))
  await within(await screen.findByRole('region', { name: 'Visitas Totales' })).findByText('1.449')
  expect(address()).toBe('/dashboard?range=7d')
  cleanup()
  show('/dashboard?source=qr&device=iphone')
  await screen.findByText('Ninguna visita con estos filtros.')
  await userEvent.click(screen.getByRole('button', { name: 'Quitar los filtros' }))
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
