import type { EditMarker, TrafficPoint } from '@app/contracts/analytics.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { countLabel } from '../../ui/wording/figures.ts'
import { markersAt, markerText } from './TrafficTable.tsx'
import { axisLabel, isPartAt, periodText, type PartialEnds } from './days.ts'
import { TRAFFIC_SERIES, type Series } from './SeriesLegend.tsx'
import type { Theme } from '../../ui/browser/use-browser.ts'

export interface TrafficDrawing {
  readonly points: readonly TrafficPoint[]
  readonly series: readonly Series[]
  readonly unit: TimeUnit
  readonly partial: PartialEnds
  readonly markers: readonly EditMarker[]
}

export interface ChartLook {
  readonly palette: Readonly<Record<string, string>>
  /** A drawing knows no rem. */
  readonly textPx: number
}

type Drawing = TrafficDrawing & ChartLook

export const CHART_FONT = '"Host Grotesk Variable", "Host Grotesk Fallback", system-ui, sans-serif'

const TICKS = 4
const SYMBOL_SIZE = 9
const FLAG_PX = 18
const FLAG = 'path://M4 22V2.5h2V4h14l-3.5 5.5L20 15H6v7z'
const PARTIAL_LOOK = { type: [3, 6], opacity: 0.75 }

/** The segment to a part of a period is a line of its own, because ECharts has one dash a line. */
function linesOf(drawing: Drawing, series: Series, at: number) {
  const { points, partial } = drawing
  const line = lineOf(drawing, series, at)
  const last = points.length - 1
  const [from, to] = [partial.first ? 1 : 0, partial.last ? last - 1 : last]
  if (last < 1 || (from === 0 && to === last)) return [line]
  const between = (first: number, end: number) =>
    line.data.map((value, index) => (index < first || index > end ? null : value))
  const dashed = (id: string, first: number) => ({
    ...line,
    id: `${series.key}-${id}`,
    data: between(first, first + 1),
    lineStyle: { ...line.lineStyle, ...PARTIAL_LOOK },
  })
  return [
    { ...line, data: between(from, to) },
    ...(partial.first ? [dashed('first', 0)] : []),
    ...(partial.last && to >= from ? [dashed('last', to)] : []),
  ]
}

function lineOf({ points, palette }: Drawing, series: Series, at: number) {
  const { key, name, token, dash, symbol } = series
  const colour = palette[token]
  return {
    id: key,
    name,
    type: 'line',
    z: 2 + TRAFFIC_SERIES.length - at,
    data: points.map((point): number | null => point[key]),
    smooth: 0.25,
    smoothMonotone: 'x',
    symbol,
    symbolSize: SYMBOL_SIZE,
    showSymbol: false,
    lineStyle: { width: 2.25, color: colour, type: dash.length > 0 ? dash : 'solid', cap: 'round' },
    itemStyle: { color: palette['--surface'], borderColor: colour, borderWidth: 2.25 },
    // By default ECharts brightens the colours on hover.
    emphasis: {
      scale: false,
      lineStyle: { width: 2.25, color: colour },
      itemStyle: { color: palette['--surface'], borderColor: colour },
    },
  }
}

function flagsOf({ points, markers, palette }: Drawing) {
  const data = markersAt(points, markers).flatMap((edits, at) => (edits.length > 0 ? [{ xAxis: at }] : []))
  return {
    data,
    silent: true,
    symbol: ['none', FLAG],
    symbolSize: FLAG_PX,
    symbolRotate: 0,
    symbolOffset: [FLAG_PX / 3, -FLAG_PX / 2],
    label: { show: false },
    lineStyle: { color: palette['--accent'], type: 'solid', width: 1, opacity: 0.6 },
  }
}

function axes({ points, unit, palette, textPx }: Drawing) {
  const text = { color: palette['--ink-3'], fontSize: textPx, fontFamily: CHART_FONT }
  return {
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: points.map(({ period }) => period),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette['--line'] } },
      axisLabel: {
        ...text,
        margin: 12,
        hideOverlap: true,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
        formatter: (period: string) => axisLabel(period, unit),
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: TICKS,
      axisLabel: { ...text, formatter: countLabel },
      splitLine: { lineStyle: { color: palette['--line'], type: [2, 4] } },
    },
  }
}

export function chartOption(drawn: TrafficDrawing, look: ChartLook): Readonly<Record<string, unknown>> {
  const drawing = { ...drawn, ...look }
  const { palette, markers } = drawing
  const [first, ...others] = drawn.series.flatMap((series, at) => linesOf(drawing, series, at))
  return {
    animation: false,
    grid: {
      left: 2,
      right: 10,
      top: markers.length > 0 ? 2 * FLAG_PX : 8,
      bottom: 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    ...axes(drawing),
    series: [{ ...first, markLine: flagsOf(drawing) }, ...others],
    tooltip: {
      ...PLAIN_TOOLTIP,
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: palette['--ink-3'], type: [3, 3], width: 1 } },
      formatter: ([hovered]: readonly { readonly dataIndex: number }[]) =>
        tooltipHtml(drawing, hovered?.dataIndex ?? -1),
    },
  }
}

/** The words bring their own box. */
export const PLAIN_TOOLTIP = {
  confine: true,
  transitionDuration: 0,
  backgroundColor: 'transparent',
  borderWidth: 0,
  padding: 0,
  extraCssText: 'box-shadow:none;z-index:10',
} as const

export const tooltipBox = (html: string): string =>
  `<span class="grid min-w-40 max-w-72 gap-1 rounded-md bg-surface px-3 py-2.5 font-sans text-small whitespace-normal text-ink-2 shadow-pop ring-1 ring-line">${html}</span>`

/** ECharts sets this as HTML. It has only fixed words, numbers and parsed dates, no personal text. */
export function tooltipHtml({ points, series, unit, partial, markers }: TrafficDrawing, at: number): string {
  const point = points[at]
  if (point === undefined) return ''
  const isPart = isPartAt(points, partial, at)
  const rows = series.map(
    ({ key, name, token, dash }) =>
      `<span class="flex items-center gap-2"><svg width="16" height="4" aria-hidden="true"><path d="M1 2H15" stroke="var(${token})" stroke-width="3" stroke-linecap="round" stroke-dasharray="${dash.join(' ')}"/></svg>${name}<b class="ml-auto font-[650] text-ink">${countLabel(point[key])}</b></span>`,
  )
  const edits = markersAt(points, markers)[at]!.map((marker) => `<span>${markerText(marker)}</span>`)
  const title = `${periodText(point.period, unit)}${isPart ? ' (incompleto)' : ''}`
  return tooltipBox(`<b class="text-micro font-[650] text-ink">${title}</b>${[...rows, ...edits].join('')}`)
}

const EACH: Record<TimeUnit, string> = { day: 'día', week: 'semana', month: 'mes' }

export function chartSummary(points: readonly TrafficPoint[], unit: TimeUnit): string {
  const what = `Visitas, únicos, clics y contactos por ${EACH[unit]}.`
  const [best] = points.toSorted((a, b) => b.total_visits - a.total_visits)
  if (!best) return what
  const total = points.reduce((sum, point) => sum + point.total_visits, 0)
  const when = periodText(best.period, unit).toLocaleLowerCase('es')
  const peak = `máximo ${countLabel(best.total_visits)}, ${when}`
  return `${what} Visitas: ${countLabel(total)}; ${peak}.`
}

const SERIES = ['--series-visits', '--series-unique', '--series-clicks', '--series-contacts']
export const HEAT = ['--heat-0', '--heat-1', '--heat-2', '--heat-3', '--heat-4', '--heat-5']
const TOKENS = [...SERIES, ...HEAT, '--surface', '--line', '--line-strong', '--accent', '--ink', '--ink-3']

const TEXT_PX = 11

/** For the canvas, which cannot read CSS variables. The parameter makes callers depend on the theme. */
export function chartLook(_inForce: Theme): ChartLook {
  const style = getComputedStyle(document.documentElement)
  return {
    palette: Object.fromEntries(TOKENS.map((token) => [token, style.getPropertyValue(token).trim()])),
    textPx: (TEXT_PX * (Number.parseFloat(style.fontSize) || 16)) / 16,
  }
}
