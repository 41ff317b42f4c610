import { expect, test } from 'vitest'
import { analytics } from '../../../testing/fixtures.ts'
import { chartSummary, pointText } from './chart-texts.ts'
import { TRAFFIC_SERIES } from './traffic-series.ts'

test('the summary has the total and the best point', () => {
  expect(chartSummary(analytics.temporal_data, 'day')).toBe(
    'Visitas, únicos, clics y contactos por día. Visitas: 1.449; máximo 549 el 19 de noviembre.',
  )
})

test('of equal points the first is the best', () => {
  const [point] = analytics.temporal_data
  const points = point ? [point, { ...point, period: '2026-11-19' }] : []
  expect(chartSummary(points, 'day')).toContain('máximo 400 el 18 de noviembre')
})

test('without points the summary only names the chart’s subject', () => {
  expect(chartSummary([], 'month')).toBe('Visitas, únicos, clics y contactos por mes.')
})

test('a point is described with the series that are shown', () => {
  const [point] = analytics.temporal_data
  expect(point && pointText(point, 'day', TRAFFIC_SERIES.slice(0, 2))).toBe(
    'Miércoles 18 de noviembre. Visitas 400, Únicos 300',
  )
})
