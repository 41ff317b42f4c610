import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import { CHART_FONT, PLAIN_TOOLTIP, tooltipBox, HEAT, type ChartPalette } from '../series/chart-option.ts'

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

/** A cell is one number, 0 (Monday, 00 h) to 167. */
const weekdayAt = (cell: number): number => Math.floor(cell / HOURS)
const hourAt = (cell: number): number => cell % HOURS
export const cellOf = (weekday: number, hour: number): number => weekday * HOURS + hour

export const heatTotal = (heatmap: Heatmap): number => heatmap.flat().reduce((sum, visits) => sum + visits, 0)

export function busiestCell(heatmap: Heatmap): number {
  const visits = heatmap.flat()
  return Math.max(0, visits.indexOf(Math.max(...visits)))
}

const twoDigits = (hour: number): string => String(hour).padStart(2, '0')
export const hoursText = (hour: number): string => `${twoDigits(hour)}–${twoDigits(hour + 1)} h`

/** `Martes 13–14 h` */
export const hourName = (cell: number): string =>
  `${WEEKDAY_LABELS[weekdayAt(cell)]} ${hoursText(hourAt(cell))}`

/** `Martes 13–14 h: 24 visitas` */
export const cellText = (heatmap: Heatmap, cell: number): string =>
  `${hourName(cell)}: ${countedText(heatmap.flat()[cell] ?? 0, 'visita', 'visitas')}`

interface HeatDrawing {
  readonly heatmap: Heatmap
  /** The one that all figures are narrowed to; the others stay pale and can be pressed. */
  readonly chosen: number | undefined
  readonly palette: ChartPalette
  readonly textPx: number
}

const PALE = 0.4

export function heatOption({
  heatmap,
  chosen,
  palette,
  textPx,
}: HeatDrawing): Readonly<Record<string, unknown>> {
  const visits = heatmap.flat()
  const axis = {
    type: 'category',
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: { color: palette['--ink-3'], fontSize: textPx, fontFamily: CHART_FONT, hideOverlap: true },
  }
  return {
    animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { ...axis, data: heatmap[0]!.map((_visits, hour) => `${twoDigits(hour)} h`) },
    yAxis: { ...axis, inverse: true, data: WEEKDAY_LABELS.map((name) => name.slice(0, 3)) },
    visualMap: {
      show: false,
      max: Math.max(...visits, 1),
      inRange: { color: HEAT.map((token) => palette[token]!) },
    },
    series: {
      id: 'hours',
      type: 'heatmap',
      data: visits.map((count, cell) => ({
        value: [hourAt(cell), weekdayAt(cell), count],
        itemStyle: { opacity: chosen === undefined || chosen === cell ? 1 : PALE },
      })),
      itemStyle: { borderRadius: 5, borderWidth: 3, borderColor: palette['--surface'] },
      emphasis: { itemStyle: { borderColor: palette['--ink'] } },
    },
    tooltip: {
      ...PLAIN_TOOLTIP,
      formatter: ({ dataIndex }: { readonly dataIndex: number }) => tooltipBox(cellText(heatmap, dataIndex)),
    },
  }
}
