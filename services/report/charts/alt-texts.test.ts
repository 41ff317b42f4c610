import { expect, test } from 'vitest'
import { busyAnalytics, emptyAnalytics } from '../testing/sample-material.ts'
import { barChartAlt, lineChartAlt } from './alt-texts.ts'

test('the line chart is described by its total and its highest point', () => {
  const { temporal_data } = busyAnalytics('7d')
  expect(lineChartAlt(temporal_data.slice(0, 2), 'day')).toBe(
    'Gráfico de líneas: visitas, únicos, clics y contactos por día. 286 visitas; máximo 166 en 15 nov.',
  )
  expect(lineChartAlt(emptyAnalytics('7d').temporal_data, 'day')).toMatch(/Sin visitas\.$/)
})

test('the bar chart is described by its bars', () => {
  expect(barChartAlt(busyAnalytics('7d').social_clicks, '')).toMatch(
    /^Gráfico de barras: clics por red\. WhatsApp 281 \(45,2%\), LinkedIn 97/,
  )
  expect(barChartAlt(emptyAnalytics('7d').social_clicks, '')).toMatch(/Sin clics\.$/)
})
