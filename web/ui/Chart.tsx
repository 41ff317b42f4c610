import { HeatmapChart, LineChart } from 'echarts/charts'
import {
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'

echarts.use([
  LineChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  MarkLineComponent,
  VisualMapContinuousComponent,
  CanvasRenderer,
])

interface ChartProps {
  readonly title: string
  readonly option: Readonly<Record<string, unknown>>
  /** All of it in a sentence. */
  readonly label: string
  readonly onReady: (chart: echarts.ECharts) => void
}

/** The only file that loads ECharts. Fills its parent, which sets the height. */
export function Chart({ title, option, label, onReady }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<echarts.ECharts>()
  useEffect(() => {
    const drawn = echarts.init(box.current)
    setChart(drawn)
    onReady(drawn)
    // Hidden behind its table, a chart has no size.
    const observer = new ResizeObserver(() => box.current?.clientWidth && drawn.resize())
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      drawn.dispose()
    }
  }, [onReady])
  useEffect(() => {
    if (!chart?.isDisposed()) chart?.setOption(option, { replaceMerge: ['series'] })
  }, [chart, option])
  return <div ref={box} role="img" aria-label={label} data-chart={title} className="h-full w-full" />
}
