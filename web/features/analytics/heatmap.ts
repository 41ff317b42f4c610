import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { countedText } from '../../ui/wording/figures.ts'

export type Heatmap = UnifiedAnalytics['heatmap']

const HOURS = 24
export const WEEKDAY_LABELS = [
  'Lunes',
  'Martes',
  'Miércoles',
  'Jueves',
  'Viernes',
  'Sábado',
  'Domingo',
] as const

export const weekdayAt = (cell: number): number => Math.floor(cell / HOURS)
export const hourAt = (cell: number): number => cell % HOURS
export const cellOf = (weekday: number, hour: number): number => weekday * HOURS + hour

export const heatTotal = (heatmap: Heatmap): number => heatmap.flat().reduce((sum, visits) => sum + visits, 0)

export function busiestCell(heatmap: Heatmap): number {
  const visits = heatmap.flat()
  return Math.max(0, visits.indexOf(Math.max(...visits)))
}

export const twoDigits = (hour: number): string => String(hour).padStart(2, '0')
export const hoursText = (hour: number): string => `${twoDigits(hour)}–${twoDigits(hour + 1)} h`

/** `Martes 13–14 h` */
export const hourName = (cell: number): string =>
  `${WEEKDAY_LABELS[weekdayAt(cell)]} ${hoursText(hourAt(cell))}`

export const cellText = (heatmap: Heatmap, cell: number): string =>
  `${hourName(cell)}: ${countedText(heatmap.flat()[cell] ?? 0, 'visita', 'visitas')}`
