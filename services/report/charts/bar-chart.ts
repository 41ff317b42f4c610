import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { networkClicks } from '../named-networks.ts'
import { countText, percentText } from '../spanish-text.ts'
import { CAPTION, COLOURS, NETWORK_COLOURS, titled, type Drawing } from './chart-style.ts'

const NONE = 'No hay datos suficientes para este período'
const BAR_WIDTH = 18
/** An owner's title of the custom link may have the length of a sentence. */
const NAME = { fontSize: 13, width: 170, overflow: 'truncate' } as const

export function barChart(clicks: Readonly<Record<Network, number>>, customTitle: string): Drawing {
  const rows = networkClicks(clicks, customTitle).filter((row) => row.clicks > 0)
  return {
    animation: false,
    title: titled('Clics por red', rows.length === 0 ? NONE : undefined),
    // Leaves space at the right for the longest bar's figure.
    grid: {
      left: 20,
      right: 110,
      top: 52,
      bottom: 16,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { type: 'value', min: 0, show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { show: rows.length > 0, lineStyle: { color: COLOURS.line } },
      axisLabel: { ...CAPTION, ...NAME, color: COLOURS.ink },
    },
    series: [
      {
        type: 'bar',
        barWidth: BAR_WIDTH,
        data: rows.map(({ network, clicks: value, share }) => ({
          value,
          itemStyle: { color: NETWORK_COLOURS[network], borderRadius: [0, 4, 4, 0] },
          label: { formatter: `${countText(value)} · ${percentText(share)}` },
        })),
        label: { ...CAPTION, show: true, position: 'right' },
      },
    ],
  }
}
