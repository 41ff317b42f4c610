import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { labelStep, valueAxis } from './axis.ts'
import type { ChartPalette } from './chart-palette.ts'
import { tooltipHtml } from './chart-tooltip.ts'
import { chartSummary } from './chart-texts.ts'
import { axisLabel } from './days.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import type { Series } from './traffic-series.ts'

interface Size {
  readonly width: number
  readonly height: number
}

export interface TrafficDrawing {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  /** The last period is not over, so its lines are dashed. */
  readonly unfinished: boolean
  readonly shown: readonly Series[]
  readonly palette: ChartPalette
  readonly labelsMax: number
  /** Of the axes. */
  readonly textPx?: number
  /** Flags of days stand above the plot. */
  readonly hasFlags?: boolean
  readonly tooltipPosition: (at: number, tooltip: Size) => readonly [x: number, y: number]
}

export const CHART_FONT = '"Host Grotesk Variable", "Host Grotesk Fallback", system-ui, sans-serif'

/** A flag and the space under it. */
const FLAGS_PX = 34
const SYMBOL_SIZE = 9
export const TEXT_PX = 11
/** A single point of each series often overlaps others, so each upper one is smaller. */
const aloneSize = (above: number): number => SYMBOL_SIZE + 5 * above

const UNFINISHED_DASH = [3, 6]
const UNFINISHED_OPACITY = 0.75

/** The segment to a period that is not over is a line of its own, because ECharts has one dash a line. */
function linesOf(drawing: TrafficDrawing, series: Series, at: number) {
  const { points, unfinished } = drawing
  const line = lineOf(drawing, series, at)
  const last = points.length - 1
  if (!unfinished || last < 1) return [line]
  const dashed = { ...line.lineStyle, type: UNFINISHED_DASH, opacity: UNFINISHED_OPACITY }
  return [
    { ...line, data: line.data.with(last, null) },
    {
      ...line,
      id: `${series.key}-unfinished`,
      data: line.data.map((value, index) => (index < last - 1 ? null : value)),
      lineStyle: dashed,
    },
  ]
}

function lineOf({ points, shown, palette }: TrafficDrawing, series: Series, at: number) {
  const { key, name, token, dash, symbol } = series
  const colour = palette[token]
  return {
    id: key,
    name,
    type: 'line',
    // The first series is drawn above all others.
    z: 2 + shown.length - at,
    data: points.map((point): number | null => point[key]),
    smooth: 0.25,
    smoothMonotone: 'x',
    symbol,
    symbolSize: points.length === 1 ? aloneSize(shown.length - 1 - at) : SYMBOL_SIZE,
    showSymbol: points.length === 1,
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

function axes({ points, unit, shown, palette, labelsMax, textPx = TEXT_PX }: TrafficDrawing) {
  const best = Math.max(0, ...points.flatMap((point) => shown.map(({ key }) => point[key])))
  const step = labelStep(points.length, unit, labelsMax)
  const text = { color: palette['--ink-3'], fontSize: textPx, fontFamily: CHART_FONT }
  return {
    xAxis: {
      type: 'category',
      boundaryGap: points.length === 1,
      data: points.map(({ period }) => period),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette['--line'] } },
      axisLabel: {
        ...text,
        margin: 12,
        interval: (index: number) => index % step === 0,
        hideOverlap: true,
        ...(textPx > TEXT_PX && { width: 3.5 * textPx, overflow: 'break' }),
        ...(points.length > 1 && { alignMinLabel: 'left', alignMaxLabel: 'right' }),
        formatter: (period: string, index: number) => axisLabel(period, unit, points[index - step]?.period),
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      ...valueAxis(best),
      axisLabel: { ...text, formatter: countLabel },
      splitLine: { lineStyle: { color: palette['--line'], type: [2, 4] } },
    },
  }
}

export function chartOption(drawing: TrafficDrawing): object {
  const { points, unit, shown, palette, hasFlags = false, tooltipPosition } = drawing
  return {
    animation: false,
    aria: { enabled: true, label: { description: chartSummary(points, unit) } },
    grid: {
      left: 2,
      right: 10,
      top: hasFlags ? FLAGS_PX : 8,
      bottom: 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    ...axes(drawing),
    series: shown.flatMap((series, at) => linesOf(drawing, series, at)),
    tooltip: {
      trigger: 'axis',
      transitionDuration: 0,
      backgroundColor: 'transparent',
      borderWidth: 0,
      padding: 0,
      extraCssText: 'box-shadow:none;z-index:10',
      axisPointer: {
        type: 'line',
        snap: true,
        lineStyle: { color: palette['--ink-3'], type: [3, 3], width: 1 },
      },
      formatter: (hovered: readonly { readonly dataIndex: number }[]) => {
        const point = points[hovered[0]?.dataIndex ?? -1]
        const isUnfinished = drawing.unfinished && point === points.at(-1)
        return point ? tooltipHtml(point, unit, shown, isUnfinished) : ''
      },
      position: (
        _mouse: unknown,
        hovered: readonly { readonly dataIndex: number }[],
        _element: unknown,
        _rect: unknown,
        size: { readonly contentSize: readonly [number, number] },
      ) =>
        tooltipPosition(hovered[0]?.dataIndex ?? 0, {
          width: size.contentSize[0],
          height: size.contentSize[1],
        }),
    },
  }
}
