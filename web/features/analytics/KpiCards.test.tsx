// @vitest-environment happy-dom
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { analytics } from '../../testing/fixtures.ts'
import { AnalyticsHelp } from './AnalyticsHelp.tsx'
import { FilteringContext } from './filtering.tsx'
import { deltaOf, KpiCards, KPIS } from './KpiCards.tsx'

const month: UnifiedAnalytics = {
  ...analytics,
  date_range: '1m',
  profile_since: '2026-09-01',
  from: '2026-10-22',
  to: '2026-11-20',
  previous: {
    from: '2026-09-22',
    to: '2026-10-21',
    total_visits: 1224,
    unique_visitors: 800,
    social_clicks_total: 0,
    vcf_downloads: 304,
    engagement_rate: 66.2,
  },
}
const texts = (data: UnifiedAnalytics) => {
  render(<KpiCards data={data} />)
  return KPIS.map(({ label }) => screen.getByRole('region', { name: label }).textContent)
}

test('each figure says in words how it moved, against as many days before', () => {
  expect(texts(month)).toEqual([
    'Visitas Totales1.449subió 18,4% vs. 30 días anteriores',
    'Clics Totales622Nuevo vs. 30 días anteriores',
    'Contactos Guardados304cambió 0,0% vs. 30 días anteriores',
    'Tasa Interacción63,9%bajó 2,3 pp vs. 30 días anteriores',
  ])
})

test('the figures go on in a page whose texts a browser has translated', () => {
  const { container, rerender } = render(<KpiCards data={{ ...month, previous: null }} />)
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const found: ChildNode[] = []
  while (texts.nextNode()) found.push(texts.currentNode as ChildNode)
  for (const text of found) {
    const font = document.createElement('font')
    font.textContent = text.nodeValue
    text.replaceWith(font)
  }
  rerender(<KpiCards data={{ ...month, total_visits: 1_500 }} />)
  expect(screen.getByRole('region', { name: 'Visitas Totales' }).textContent).toBe(
    'Visitas Totales1.500subió 22,5% vs. 30 días anteriores',
  )
})

test('nothing after nothing has no comparison', () => {
  expect(texts({ ...month, social_clicks_total: 0 })[1]).toBe('Clics Totales0en 30 días')
})

test('the rate of those who pressed one network is none, as it is always 100 %', () => {
  render(
    <FilteringContext value={{ narrowed: { network: 'whatsapp' }, toggle: () => undefined }}>
      <KpiCards data={{ ...month, engagement_rate: 100 }} />
    </FilteringContext>,
  )
  const rate = screen.getByRole('region', { name: 'Tasa Interacción' })
  expect(rate.textContent).toBe('Tasa Interacción—100,0% por definición')
})

const [count, , , rate] = KPIS
testTable([
  [count!, 570, 622, { direction: 'down', amount: '8,4%' }],
  [count!, 10_001, 10_000, { direction: 'level', amount: '0,0%' }],
  [count!, 12_345, 100, { direction: 'up', amount: '12.245,0%' }],
  [rate!, 50.04, 50, { direction: 'level', amount: '0,0 pp' }],
  [rate!, 12.5, 0, { direction: 'new', amount: 'Nuevo' }],
  [rate!, 0, 0, undefined],
])('a count moves by percents and a rate by points', (kpi, now, before, delta) =>
  expect(deltaOf(kpi, now, before)).toEqual(delta),
)

const helpOf = (data: UnifiedAnalytics) => {
  render(<AnalyticsHelp data={data} onOpenChange={() => undefined} />)
  return within(screen.getByRole('dialog', { name: '¿Cómo se calcula?' }))
}

test('one help explains all panels, what was not counted, and the former period once', () => {
  const excluded = { visits: { robot: 12 }, clicks: { repeat: 2, own: 1 }, downloads: {} }
  const help = helpOf({ ...month, excluded_by_reason: excluded })
  expect(help.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Visitas Totales',
    'Clics Totales',
    'Contactos Guardados',
    'Tasa Interacción',
    'Lo que no se cuenta',
    'Red Más Efectiva',
    'Insights IA',
    'Visitantes Identificados',
    'Recordatorios',
    'Personas en los últimos 5 minutos',
    'Cuándo te visitan',
    'Origen de las visitas',
  ])
  for (const text of [
    /^Visitantes únicos: 900\. Personas distintas/,
    /^Sin contar: 12 robots$/,
    /^Sin contar: 2 repeticiones, 1 de tu cuenta$/,
    /^Período anterior: 66,2%$/,
    /^Período anterior: 22-09-2026 – 21-10-2026\. La misma cantidad de días/,
  ])
    help.getByText(text)
})

test('of a period before that begins before the profile the help has no figure, and says why', () => {
  const help = helpOf({ ...month, profile_since: '2026-10-01' })
  expect(help.queryByText(/^Período anterior/)).toBeNull()
  help.getByText(
    'Sin comparación: el período anterior (22-09-2026 – 21-10-2026) empieza antes que el perfil, que existe desde el 01-10-2026.',
  )
})
