import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { unfinishedName } from '@app/contracts/traffic/unfinished.ts'
import { UNIT_NAMES, axisText, countText } from '../figure-names.ts'
import { CAPTION, COLOURS, SERIES_STYLES, titled, type Drawing } from './chart-style.ts'

const NONE = 'Aún no hay visitas en este período.'
/** More symbols would overlap. */
const SYMBOLS_MAX = 31

/** Of fewer periods a line would be a single point, or a slope between two. */
const PERIODS_MIN = 3
const drawsBars = (points: readonly TrafficPoint[]): boolean => points.length < PERIODS_MIN

export function lineChart(points: readonly TrafficPoint[], unit: TimeUnit, today: string): Drawing {
  const unfinished = unfinishedName(points, unit, today)
  const name = `Visitas, únicos, clics y contactos por ${UNIT_NAMES[unit]}`
  const isOfBars = drawsBars(points)
  const isEmpty = points.every((point) => SERIES_STYLES.every(({ key }) => point[key] === 0))
  return {
    animation: false,
    title: titled(
      unfinished === undefined
        ? name
        : `${name} (${isOfBars ? 'última barra' : 'línea cortada'}: ${unfinished})`,
      isEmpty ? NONE : undefined,
    ),
    legend: { left: 16, top: 42, itemWidth: 34, itemHeight: 8, itemGap: 18, textStyle: CAPTION },
    grid: {
      left: 20,
      right: 24,
      top: 78,
      bottom: 16,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      boundaryGap: isOfBars,
      data: points.map(({ period }) => axisText(period, unit)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: COLOURS.line } },
      axisLabel: { ...CAPTION, hideOverlap: true, margin: 12 },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 4,
      ...(isEmpty && { max: 1 }),
      axisLabel: { ...CAPTION, formatter: countText },
      splitLine: { lineStyle: { color: COLOURS.line, type: [2, 4] } },
    },
    // Draws visits above unique visitors, which would hide them where both are equal.
    series: SERIES_STYLES.flatMap((style, at) =>
      linesOf(style, points, unfinished !== undefined).map((line) => ({
        ...line,
        z: 2 + SERIES_STYLES.length - at,
      })),
    ),
  }
}

const UNFINISHED_DASH = [3, 6]

/** The segment to an unfinished period is a separate line with another dash. */
function linesOf(
  style: (typeof SERIES_STYLES)[number],
  points: readonly TrafficPoint[],
  isUnfinished: boolean,
) {
  const { key, name, colour, dash, symbol } = style
  const values = points.map((point): number | null => point[key])
  const last = values.length - 1
  const line = {
    name,
    type: 'line',
    data: values,
    smooth: 0.25,
    smoothMonotone: 'x',
    symbol,
    symbolSize: 7,
    showSymbol: points.length <= SYMBOLS_MAX,
    lineStyle: { width: 2.25, color: colour, type: dash.length > 0 ? dash : 'solid', cap: 'round' },
    itemStyle: { color: colour },
  }
  if (drawsBars(points))
    return [
      {
        name,
        type: 'bar',
        data: values,
        barMaxWidth: 48,
        itemStyle: { color: colour },
        label: { show: true, position: 'top', ...CAPTION },
      },
    ]
  if (!isUnfinished || last < 1) return [line]
  const tail = values.map((value, index) => (index < last - 1 ? null : value))
  return [
    { ...line, data: values.with(last, null) },
    { ...line, data: tail, lineStyle: { ...line.lineStyle, type: UNFINISHED_DASH } },
  ]
}

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
