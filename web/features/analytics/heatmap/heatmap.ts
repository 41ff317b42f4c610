import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { countedText } from '../../../ui/wording/figures.ts'

/** Visits by weekday (Monday first) and hour of local time. */
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
export const HEATMAP_VISITS_MIN = 20
const STEPS = 5

const CELLS = WEEKDAY_LABELS.length * HOURS

/** A cell is one number, 0 (Monday, 00 h) to 167, as a slider needs. */
const weekdayAt = (cell: number): number => Math.floor(cell / HOURS)
const hourAt = (cell: number): number => cell % HOURS
const visitsAt = (heatmap: Heatmap, cell: number): number => heatmap[weekdayAt(cell)]?.[hourAt(cell)] ?? 0

export const heatTotal = (heatmap: Heatmap): number => heatmap.flat().reduce((sum, visits) => sum + visits, 0)

export function busiestCell(heatmap: Heatmap): number {
  const visits = heatmap.flat()
  return Math.max(0, visits.indexOf(Math.max(...visits)))
}

export const heatStep = (visits: number, most: number): number =>
  visits === 0 ? 0 : Math.ceil((visits * STEPS) / most)

const twoDigits = (hour: number): string => String(hour).padStart(2, '0')
export const hourText = (hour: number): string => `${twoDigits(hour)} h`
export const hoursText = (hour: number): string => `${twoDigits(hour)}–${twoDigits(hour + 1)} h`

/** `Martes 13–14 h` */
export const hourName = (cell: number): string =>
  `${WEEKDAY_LABELS[weekdayAt(cell)]} ${hoursText(hourAt(cell))}`

/** `Martes 13–14 h: 24 visitas` */
export const cellText = (heatmap: Heatmap, cell: number): string =>
  `${hourName(cell)}: ${countedText(visitsAt(heatmap, cell), 'visita', 'visitas')}`

const BY_KEY: Readonly<Record<string, (cell: number) => number>> = {
  ArrowLeft: (cell) => cell - 1,
  ArrowRight: (cell) => cell + 1,
  ArrowUp: (cell) => cell - HOURS,
  ArrowDown: (cell) => cell + HOURS,
  Home: (cell) => cell - hourAt(cell),
  End: (cell) => cell - hourAt(cell) + HOURS - 1,
  PageUp: () => 0,
  PageDown: () => CELLS - 1,
}

export function cellAfterKey(cell: number, key: string): number | undefined {
  const next = BY_KEY[key]?.(cell)
  if (next === undefined) return undefined
  return next < 0 || next >= CELLS ? cell : next
}

/** @param across, down parts (0–1) of the map's width and height */
export function cellAtPoint(across: number, down: number): number {
  const indexAt = (part: number, count: number): number =>
    Math.min(Math.max(Math.floor(part * count), 0), count - 1)
  return indexAt(down, WEEKDAY_LABELS.length) * HOURS + indexAt(across, HOURS)
}
