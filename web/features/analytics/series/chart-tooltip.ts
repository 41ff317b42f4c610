import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { periodText } from './days.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import type { Series } from './traffic-series.ts'

const row = ({ name, token, dash }: Series, count: number): string =>
  `<span class="flex items-center gap-2 text-small text-ink-2">` +
  `<svg width="16" height="4" aria-hidden="true"><path d="M1 2H15" stroke="var(${token})" stroke-width="3" stroke-linecap="round" stroke-dasharray="${dashOf(dash, 0.7)}"/></svg>` +
  `${name}<b class="ml-auto font-[650] text-ink">${countLabel(count)}</b></span>`

export const dashOf = (dash: readonly number[], scale: number): string =>
  dash.length > 0 ? dash.map((part) => part * scale).join(' ') : 'none'

/** ECharts sets this as HTML. It contains only fixed words, numbers and parsed dates, no personal text. */
export const tooltipHtml = (
  point: TrafficPoint,
  unit: TimeUnit,
  shown: readonly Series[],
  isUnfinished = false,
): string =>
  `<span class="grid min-w-[158px] gap-1 rounded-md bg-surface px-3 py-2.5 font-sans shadow-pop ring-1 ring-line">` +
  `<b class="text-micro font-[650] text-ink">${periodText(point.period, unit)}${isUnfinished ? ' (en curso)' : ''}</b>` +
  shown.map((series) => row(series, point[series.key])).join('') +
  `</span>`

const GAP = 16

export function tooltipPosition(
  pointX: number,
  plotWidth: number,
  tooltip: { readonly width: number; readonly height: number },
  touch: boolean,
): readonly [x: number, y: number] {
  if (touch) {
    const x = Math.min(Math.max(pointX - tooltip.width / 2, 0), Math.max(plotWidth - tooltip.width, 0))
    return [x, -tooltip.height - 4]
  }
  return [pointX > plotWidth / 2 ? pointX - tooltip.width - GAP : pointX + GAP, 0]
}
