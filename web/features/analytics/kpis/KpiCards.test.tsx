// @vitest-environment happy-dom
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { analytics, pointOf } from '../../../testing/fixtures.ts'
import { FilteringContext } from '../filter/filtering.ts'
import { KpiCards } from './KpiCards.tsx'
import { AnalyticsHelp, excludedText } from '../AnalyticsHelp.tsx'
import { partialOf } from '../series/days.ts'

const before = {
  from: '2026-09-22',
  to: '2026-10-21',
  total_visits: 1224,
  unique_visitors: 800,
  social_clicks_total: 0,
  vcf_downloads: 304,
  engagement_rate: 66.2,
}
const month: UnifiedAnalytics = {
  ...analytics,
  date_range: '1m',
  profile_since: '2026-09-01',
  from: '2026-10-22',
  to: '2026-11-20',
  previous: before,
}
const cards = (data: UnifiedAnalytics) => <KpiCards data={data} partial={partialOf(data, '2026-11-20')} />
const show = (data: UnifiedAnalytics) => render(cards(data))
const card = (name: string) => within(screen.getByRole('region', { name }))

afterEach(cleanup)

test('each figure shows how it moved, against as many days before, and says it to a screen reader', () => {
  show(month)
  const visits = card('Visitas Totales')
  for (const text of ['18,4%', 'vs. 30 días anteriores']) expect(visits.getAllByText(text)).toHaveLength(1)
  expect(visits.getAllByText('subió 18,4% respecto de los 30 días anteriores')).toHaveLength(1)
  expect(card('Tasa Interacción').getAllByText('2,3 pp')).toHaveLength(1)
  expect(card('Clics Totales').getAllByText('Nuevo')).toHaveLength(1)
})

test('a line has the whole periods alone, because one that is not over would look like a fall', () => {
  show(month)
  const line = () =>
    screen
      .getByRole('region', { name: 'Visitas Totales' })
      .querySelector('svg[viewBox="0 0 300 40"] path:last-child')
  expect(line()?.getAttribute('d')).toMatch(/^M0 [\d.]+C150 [\d. ]+ 300 4$/)
  cleanup()
  const points = [pointOf('2026-10', [9, 8, 2, 5, 1]), pointOf('2026-11', [3, 3, 1, 1, 0])]
  show({ ...month, time_unit: 'month', temporal_data: points })
  expect(line()).toBeNull()
})

const excluded = { visits: { robot: 12 }, clicks: { repeat: 2, own: 1 }, downloads: {} }
const helpOf = (data: UnifiedAnalytics) => render(<AnalyticsHelp data={data} />).container

test('one help explains all panels, what was not counted, and the former period once', () => {
  const help = helpOf({ ...month, excluded_by_reason: excluded })
  expect([...help.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
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
    'Visitantes únicos: 900. Personas distintas',
    'Sin contar: 12 robots',
    'Sin contar: 2 repeticiones, 1 de tu cuenta',
    'Período anterior: 66,2%',
    'Período anterior: 22-09-2026 – 21-10-2026. La misma cantidad de días',
  ])
    expect(help.textContent.split(text)).toHaveLength(2)
})

test('of a period before that begins before the profile the help has no figure, and says why', () => {
  const help = helpOf({ ...month, profile_since: '2026-10-01' })
  expect(help.textContent).not.toContain('Período anterior')
  expect(help.textContent).toContain(
    'Sin comparación: el período anterior (22-09-2026 – 21-10-2026) empieza antes que el perfil, que existe desde el 01-10-2026.',
  )
})

test('under twenty visitors the rate counts them, and one day has no line', () => {
  show({ ...month, unique_visitors: 1, engagement_rate: 100, temporal_data: month.temporal_data.slice(-1) })
  const rate = screen.getByRole('region', { name: 'Tasa Interacción' })
  expect(rate.textContent).toContain('1 de 1 visitante')
  expect(rate.querySelector('path[opacity]')).toBeNull()
  cleanup()
  show({ ...month, unique_visitors: 20, engagement_rate: 45 })
  expect(screen.getByRole('region', { name: 'Tasa Interacción' }).textContent).toContain('45,0%')
})

test('the rate of those who pressed one network is none, as it is always 100 %', () => {
  render(
    <FilteringContext value={{ narrowed: { network: 'whatsapp' }, toggle: () => undefined }}>
      {cards({ ...month, engagement_rate: 100 })}
    </FilteringContext>,
  )
  const rate = screen.getByRole('region', { name: 'Tasa Interacción' })
  expect(rate.textContent).toBe('Tasa Interacción—100% por definición')
})

test('nothing after nothing has no comparison: the days alone are named', () => {
  show({ ...month, social_clicks_total: 0 })
  expect(card('Clics Totales').getAllByText('en 30 días')).toHaveLength(1)
})

testTable([
  [
    { own: 1, repeat: 2, robot: 12, preview: 3, excess: 4 },
    'Sin contar: 12 robots, 3 vistas previas, 2 repeticiones, 1 de tu cuenta, 4 en exceso',
  ],
  [{ robot: 1, preview: 0 }, 'Sin contar: 1 robot'],
  [{ robot: 0 }, undefined],
])('facts that do not count are listed by reason', (byReason, text) =>
  expect(excludedText(byReason as Readonly<Record<string, number>>)).toBe(text),
)
