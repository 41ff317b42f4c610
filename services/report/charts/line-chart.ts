import type { TrafficPoint } from '@app/contracts/api/analytics.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { axisText, countText } from '../spanish-text.ts'
import { UNIT_NAMES } from '../texts.ts'
import { CAPTION, COLOURS, SERIES_LOOK, titled, type Drawing } from './look.ts'

const NONE = 'Aún no hay visitas en este período.'
/** More symbols would overlap. */
const SYMBOLS_MAX = 31

export function lineChart(points: readonly TrafficPoint[], unit: TimeUnit): Drawing {
  const isEmpty = points.every((point) => SERIES_LOOK.every(({ key }) => point[key] === 0))
  return {
    animation: false,
    title: titled(`Visitas, únicos, clics y contactos por ${UNIT_NAMES[unit]}`, isEmpty ? NONE : undefined),
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
      boundaryGap: points.length === 1,
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
    series: SERIES_LOOK.map(({ key, name, colour, dash, symbol }) => ({
      name,
      type: 'line',
      data: points.map((point) => point[key]),
      smooth: 0.25,
      smoothMonotone: 'x',
      symbol,
      symbolSize: 7,
      showSymbol: points.length <= SYMBOLS_MAX,
      lineStyle: { width: 2.25, color: colour, type: dash.length > 0 ? dash : 'solid', cap: 'round' },
      itemStyle: { color: colour },
    })),
  }
}
