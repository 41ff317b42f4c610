import EChartsReactCore from 'echarts-for-react/esm/core'
import { LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'

echarts.use([LineChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

interface ChartProps {
  readonly option: object
  readonly onReady?: (chart: echarts.ECharts) => void
}

const FILL = { width: '100%', height: '100%' } as const
const OPTIONS = { renderer: 'svg' } as const

/** The only import of echarts-for-react. Fills its parent, which sets the height. */
export function Chart({ option, onReady }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<echarts.ECharts>()
  // The library's own resizing ignores the first change after mounting.
  useEffect(() => {
    if (!chart || !box.current) return undefined
    const observer = new ResizeObserver(() => {
      if (!chart.isDisposed() && box.current?.clientWidth) chart.resize({ width: 'auto', height: 'auto' })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [chart])
  return (
    <div ref={box} className="h-full w-full">
      <EChartsReactCore
        echarts={echarts}
        option={option}
        opts={OPTIONS}
        style={FILL}
        autoResize={false}
        replaceMerge="series"
        onChartReady={(ready: echarts.ECharts) => {
          setChart(ready)
          onReady?.(ready)
        }}
      />
    </div>
  )
}
