// @vitest-environment happy-dom
import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { analytics, pointOf } from '../../../testing/fixtures.ts'
import { FilteringContext } from '../filter/filtering.ts'
import { KpiCards } from './KpiCards.tsx'
import { KpiHelp } from '../PeriodLine.tsx'

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
const show = (data: UnifiedAnalytics) => render(<KpiCards data={data} today="2026-11-20" />)
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

test('a day or month that is not over is named in each sparkline', () => {
  show(month)
  expect(screen.getAllByText('hoy, hasta ahora')).toHaveLength(4)
  cleanup()
  const points = [pointOf('2026-10', [9, 8, 2, 5, 1]), pointOf('2026-11', [3, 3, 1, 1, 0])]
  show({ ...month, time_unit: 'month', temporal_data: points })
  expect(screen.getAllByText('mes en curso')).toHaveLength(4)
})

test('one button shows the definitions of all figures and the former period', async () => {
  render(<KpiHelp data={month} />)
  await userEvent.click(screen.getByRole('button', { name: '¿Cómo se calculan los totales?' }))
  const dialog = await screen.findByRole('dialog', { name: '¿Cómo se calculan los totales?' })
  await within(dialog).findByText(/^De los visitantes únicos del período/)
  expect(dialog.textContent).toContain('Período anterior: 66,2%')
  expect(dialog.textContent?.split('22-09-2026 – 21-10-2026')).toHaveLength(2)
  // The cards are the landmarks of these names.
  expect(within(dialog).queryAllByRole('region')).toEqual([])
})

test('under twenty visitors the rate counts them, and one day has no line', () => {
  show({ ...month, unique_visitors: 1, engagement_rate: 100, temporal_data: month.temporal_data.slice(-1) })
  const rate = screen.getByRole('region', { name: 'Tasa Interacción' })
  expect(rate.textContent).toContain('1 de 1 visitante')
  expect(rate.querySelector('svg path[opacity]')).toBeNull()
  cleanup()
  show({ ...month, unique_visitors: 20, engagement_rate: 45 })
  expect(screen.getByRole('region', { name: 'Tasa Interacción' }).textContent).toContain('45,0%')
})

const nothing = () => undefined
const filtering = { narrowed: {}, toggle: nothing, setDays: nothing, compares: true, setCompares: nothing }

test('the rate of those who pressed one network is none, as it is always 100 %', () => {
  render(
    <FilteringContext value={{ ...filtering, narrowed: { network: 'whatsapp' } }}>
      <KpiCards data={{ ...month, engagement_rate: 100 }} today="2026-11-20" />
    </FilteringContext>,
  )
  const rate = screen.getByRole('region', { name: 'Tasa Interacción' })
  expect(rate.textContent).toBe('Tasa Interacción—100% por definición')
})

test('without comparison the days alone are named', () => {
  render(
    <FilteringContext value={{ ...filtering, compares: false }}>
      <KpiCards data={month} today="2026-11-20" />
    </FilteringContext>,
  )
  expect(screen.getAllByText('en 30 días')).toHaveLength(4)
})
