// @vitest-environment happy-dom
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { analytics, signedIn } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { fakeApi, showAt } from '../../testing/screen.tsx'
import { AnalyticsPanels } from './AnalyticsPanels.tsx'
import { EMPTY_FEED } from './live/live-feed.ts'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => <div role="img" aria-label="gráfico" /> }))

const api = fakeApi()
beforeEach(() => api.use(...quietCalls()))
afterEach(() => vi.restoreAllMocks())

const show = (data: UnifiedAnalytics) =>
  showAt(
    '/dashboard',
    <AnalyticsPanels
      status={null}
      profileId="p"
      data={data}
      stale={false}
      live={{ ...EMPTY_FEED, status: 'connected' }}
      customTitle=""
      asTable={false}
    />,
    signedIn,
  )

test('a panel that cannot be drawn leaves its neighbours usable, and is drawn again on request', async () => {
  // React logs caught errors to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const heatmap = [...analytics.heatmap]
  const data = { ...analytics, heatmap }
  heatmap.flat = () => {
    throw new RangeError('Invalid time value')
  }
  show(data)
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos mostrar «Cuándo te visitan».')
  for (const name of ['Visitas Totales', 'Comparativa Intermensual', 'Visitantes Identificados', 'En vivo']) {
    expect(screen.getAllByRole('region', { name })).toHaveLength(1)
  }
  heatmap.flat = Array.prototype.flat
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findAllByRole('region', { name: 'Cuándo te visitan' })).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
