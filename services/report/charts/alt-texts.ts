import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { networkClicks } from '../named-networks.ts'
import { UNIT_NAMES, axisText, countText, percentText } from '../figure-names.ts'
import { drawsBars } from './line-chart.ts'

const sumOf = (points: readonly TrafficPoint[]): number =>
  points.reduce((sum, point) => sum + point.total_visits, 0)

export function lineChartAlt(points: readonly TrafficPoint[], unit: TimeUnit): string {
  const what = `Gráfico de ${drawsBars(points) ? 'barras' : 'líneas'}: visitas, únicos, clics y contactos por ${UNIT_NAMES[unit]}.`
  const total = sumOf(points)
  if (total === 0) return `${what} Sin visitas.`
  const best = points.reduce((top, point) => (point.total_visits > top.total_visits ? point : top))
  const peak = `máximo ${countText(best.total_visits)} en ${axisText(best.period, unit)}`
  return `${what} ${countText(total)} visitas; ${peak}.`
}

export function barChartAlt(clicks: Readonly<Record<Network, number>>, customTitle: string): string {
  const clicked = networkClicks(clicks, customTitle).filter((row) => row.clicks > 0)
  const rows = clicked.map(({ name, clicks: n, share }) => `${name} ${countText(n)} (${percentText(share)})`)
  return `Gráfico de barras: clics por red. ${rows.length > 0 ? rows.join(', ') : 'Sin clics'}.`
}
