// @vitest-environment happy-dom
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { analytics, signedIn } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { fakeApi, showAt } from '../../testing/screen.tsx'
import { AnalyticsPanels } from './AnalyticsPanels.tsx'
import { EMPTY_FEED } from './live/live-feed.ts'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => <div role="img" aria-label="gráfico" /> }))

const api = fakeApi()
beforeEach(() => api.use(...quietCalls()))
const show = (data: UnifiedAnalytics, isFew: boolean) =>
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
  show({ ...few, visitors: {}, visitors_total: 0 }, true)
  await screen.findByRole('region', { name: 'En vivo' })
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'WhatsApp 2 · Email 1',
    'No hay datos suficientes para este período',
    'No hay insights disponibles',
    'Aún nadie se ha identificado. Cuando alguien lo haga, lo verás aquí.',
  ])
  expect(screen.queryByRole('region', { name: 'Cuándo te visitan' })).toBeNull()
  screen.getByText('Desde las 20 visitas verás también tus horas y de dónde llegan.')
  cleanup()
  const named = { phone: '', description: '', clicks: 0, vcf_downloaded: false, named_at: few.to, person: '' }
  show({ ...few, visitors: { 'Rosa Díaz': { ...named, phone: '+56912345678' } }, visitors_total: 1 }, true)
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
  show(data, false)
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos mostrar «Cuándo te visitan».')
  for (const name of ['Visitas Totales', 'Comparativa Intermensual', 'Visitantes Identificados', 'En vivo']) {
    expect(screen.getAllByRole('region', { name })).toHaveLength(1)
  }
  heatmap.flat = Array.prototype.flat
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findAllByRole('region', { name: 'Cuándo te visitan' })).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
