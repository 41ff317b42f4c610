import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { isCanvasTrue } from '../../../ui/browser/true-canvas.ts'
import { chartOption, CHART_FONT, type TrafficDrawing } from './chart-option.ts'

use([LineChart, GridComponent, LegendComponent, TitleComponent, CanvasRenderer])

export interface Painting {
  readonly title: string
  /** The profile and the days of the figures. */
  readonly caption: string
  /** Name of the period that is not over. */
  readonly unfinished: string | undefined
}

const SIZE = { width: 808, height: 460 } as const
const LABELS_MAX = 7

/**
 * The chart with title and legend, in the colours of the page, where it is SVG and has them outside.
 * @throws Error where the browser makes no picture
 */
export async function trafficPng(
  drawing: Omit<TrafficDrawing, 'labelsMax' | 'tooltipPosition'>,
  { title, caption, unfinished }: Painting,
): Promise<Blob> {
  if (!(await isCanvasTrue())) throw new Error('this browser spoils what a canvas shows')
  const chart = init(document.createElement('div'), null, { renderer: 'canvas', ...SIZE })
  const { palette, shown } = drawing
  const option = chartOption({ ...drawing, labelsMax: LABELS_MAX, tooltipPosition: () => [0, 0] })
  const words = { fontFamily: CHART_FONT, fontSize: 13, color: palette['--ink-3'] }
  try {
    chart.setOption({
      ...option,
      tooltip: undefined,
      title: {
        text: title,
        subtext: unfinished === undefined ? caption : `${caption} · Línea cortada: ${unfinished}`,
        left: 18,
        top: 14,
        textStyle: { ...words, fontSize: 20, fontWeight: 650, color: palette['--ink'] },
        subtextStyle: words,
      },
      legend: {
        left: 24,
        top: 76,
        itemWidth: 34,
        itemHeight: 8,
        data: shown.map(({ name }) => name),
        textStyle: { ...words, color: palette['--ink-2'] },
      },
      grid: { ...(option as { readonly grid: object }).grid, top: 116, left: 24, right: 24, bottom: 24 },
    })
    const canvas = chart.renderToCanvas({ pixelRatio: 2, backgroundColor: palette['--surface']! })
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the canvas gave no picture')))),
    )
  } finally {
    chart.dispose()
  }
}
