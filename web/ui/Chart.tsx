import { HeatmapChart, LineChart } from 'echarts/charts'
import {
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

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
  readonly label: string
  readonly onPress: (chart: echarts.ECharts, place: readonly [x: number, y: number]) => void
}

/** The only file that loads ECharts. Fills its parent, which sets the height. */
export function Chart({ title, option, label, onPress }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<echarts.ECharts>()
  const pressed = useEffectEvent(onPress)
  useEffect(() => {
    const drawn = echarts.init(box.current)
    setChart(drawn)
    drawn.getZr().on('click', ({ offsetX, offsetY }) => pressed(drawn, [offsetX, offsetY]))
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      drawn.dispose()
    }
  }, [])
  useEffect(() => {
    if (!chart?.isDisposed()) chart?.setOption(option, { replaceMerge: ['series'] })
  }, [chart, option])
  return <div ref={box} role="img" aria-label={label} data-chart={title} className="h-full w-full" />
}
