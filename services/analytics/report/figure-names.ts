import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Figure } from '@app/contracts/traffic/definitions.ts'
import type { Range } from '@app/contracts/traffic/ranges.ts'
import type { Exclusion } from '@app/contracts/traffic/traffic-kinds.ts'

export const EXCLUSION_NAMES: Readonly<Record<Exclusion, string>> = {
  robot: 'Robots',
  preview: 'Vistas previas',
  own: 'Propias',
  repeat: 'Repeticiones',
  excess: 'En exceso',
}
export const RANGE_NAMES: Readonly<Record<Range, string>> = {
  '7d': 'Últimos 7 días',
  '1m': 'Últimos 30 días',
  '3m': 'Últimas 13 semanas',
  '6m': 'Últimos 6 meses',
  '12m': 'Últimos 12 meses',
  'all-time': 'Toda la vida',
}
export const WEEKDAYS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const
export const FIGURE_NAMES: Readonly<Record<Figure, string>> = {
  total_visits: 'Visitas',
  unique_visitors: 'Visitantes únicos',
  social_clicks: 'Clics',
  vcf_downloads: 'Contactos guardados',
  engagement_rate: 'Tasa de interacción',
  most_effective_platform: 'Red más efectiva',
  visitors: 'Visitantes con nombre',
  people: 'Personas en los últimos 5 minutos',
  heatmap: 'Horarios',
  sources: 'Origen de las visitas',
  excluded: 'No contado',
  reminders: 'Recordatorios',
  previous: 'Período anterior',
}

const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0 })

export const countText = (count: number): string => whole.format(count)

/** Contains today's date in Santiago. */
export const reportFileName = (range: Range, atMs: number): string =>
  `Resumen_Ejecutivo_${range}_${dayInSantiago(atMs)}.xlsx`
