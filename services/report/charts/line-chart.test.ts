import { expect, test } from 'vitest'
import { busyAnalytics, emptyAnalytics } from '../testing/sample-material.ts'
import { barChartAlt } from '../make-report.ts'
import { lineChart, lineChartAlt } from './line-chart.ts'

test('the line chart is described by its total and its highest point, and as bars under three periods', () => {
  const { temporal_data } = busyAnalytics('7d')
  expect(lineChartAlt(temporal_data.slice(0, 3), 'day')).toMatch(/^Gráfico de líneas: visitas, .* por día\./)
  expect(lineChartAlt(temporal_data.slice(0, 2), 'day')).toBe(
    'Gráfico de barras: visitas, únicos, clics y contactos por día. 286 visitas; máximo 166 en 15 nov.',
  )
  const month = temporal_data.slice(0, 2).map((point, at) => ({ ...point, period: `2026-1${at}` }))
  expect(lineChart(month, 'month', '2026-11-20')).toMatchObject({
    title: [{ text: 'Visitas, únicos, clics y contactos por mes (última barra: mes en curso)' }],
  })
  expect(lineChartAlt(emptyAnalytics('7d').temporal_data, 'day')).toMatch(/Sin visitas\.$/)
})

test('the bar chart is described by its bars', () => {
  expect(barChartAlt(busyAnalytics('7d').social_clicks, '')).toMatch(
    /^Gráfico de barras: clics por red\. WhatsApp 281 \(45,2%\), LinkedIn 97/,
  )
  expect(barChartAlt(emptyAnalytics('7d').social_clicks, '')).toMatch(/Sin clics\.$/)
})
