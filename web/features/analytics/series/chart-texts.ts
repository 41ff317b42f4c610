import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { periodPhrase, periodText } from './days.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import type { Series } from './traffic-series.ts'

const EACH: Record<TimeUnit, string> = { day: 'día', week: 'semana', month: 'mes' }

export function chartSummary(points: readonly TrafficPoint[], unit: TimeUnit): string {
  const what = `Visitas, únicos, clics y contactos por ${EACH[unit]}.`
  const best = points.reduce<TrafficPoint | undefined>(
    (top, point) => (top && top.total_visits >= point.total_visits ? top : point),
    undefined,
  )
  if (!best) return what
  const total = points.reduce((sum, point) => sum + point.total_visits, 0)
  const peak = `máximo ${countLabel(best.total_visits)} ${periodPhrase(best.period, unit)}`
  return `${what} Visitas: ${countLabel(total)}; ${peak}.`
}

/** `Viernes 13 de noviembre. Visitas 74, Únicos 52` */
export function pointText(point: TrafficPoint, unit: TimeUnit, shown: readonly Series[]): string {
  const figures = shown.map(({ key, name }) => `${name} ${countLabel(point[key])}`)
  return `${periodText(point.period, unit)}. ${figures.join(', ')}`
}
