import { LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { chartOption, CHART_FONT, type TrafficDrawing } from './chart-option.ts'

use([LineChart, GridComponent, LegendComponent, AriaComponent, CanvasRenderer])

interface Size {
  readonly width: number
  readonly height: number
}

/** Drawn anew, because the chart on the screen is SVG and has its legend outside. */
export function trafficCanvas(drawing: TrafficDrawing, size: Size): HTMLCanvasElement {
  const chart = init(document.createElement('div'), null, { renderer: 'canvas', ...size })
  const { palette, shown } = drawing
  const option = chartOption(drawing) as { readonly grid: object }
  const legend = {
    left: 0,
    top: 0,
    itemWidth: 34,
    itemHeight: 8,
    data: shown.map(({ name }) => name),
    textStyle: { color: palette['--ink-2'], fontSize: 13, fontFamily: CHART_FONT },
  }
  try {
    chart.setOption({ ...option, legend, tooltip: undefined, grid: { ...option.grid, top: 40 } })
    return chart.renderToCanvas({ pixelRatio: 2 })
  } finally {
    chart.dispose()
  }
}
