import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import type { ECharts } from 'echarts/core'
import { useMemo, useState } from 'react'
import { Chart } from '../../../ui/Chart.tsx'
import { useTheme } from '../../../ui/theme.ts'
import { useMedia } from '../../../ui/browser/use-media.ts'
import { chartOption } from './chart-option.ts'
import { chartPalette } from './chart-palette.ts'
import { tooltipPosition } from './chart-tooltip.ts'
import { PointSlider } from './PointSlider.tsx'
import type { Series } from './traffic-series.ts'

interface TrafficChartProps {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly unfinished: boolean
  readonly shown: readonly Series[]
}

/** Loaded lazily, because it includes ECharts. */
export function TrafficChart({ points, unit, unfinished, shown }: TrafficChartProps) {
  const [chart, setChart] = useState<ECharts>()
  const theme = useTheme()
  const labelsMax = useMedia('(min-width: 768px)') ? 7 : 5
  const touch = useMedia('(pointer: coarse)')
  const palette = useMemo(() => chartPalette(theme), [theme])
  const option = useMemo(
    () =>
      chartOption({
        points,
        unit,
        unfinished,
        shown,
        palette,
        labelsMax,
        tooltipPosition: (at, tooltip) => {
          const x = chart?.convertToPixel({ xAxisIndex: 0 }, at) ?? 0
          return tooltipPosition(x, chart?.getWidth() ?? 0, tooltip, touch)
        },
      }),
    [points, unit, unfinished, shown, palette, labelsMax, chart, touch],
  )
  const show = (at: number) => chart?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: at })
  const hide = () => {
    chart?.dispatchAction({ type: 'hideTip' })
    chart?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' })
  }
  return (
    <div className="relative h-full">
      <Chart option={option} onReady={setChart} />
      <PointSlider points={points} unit={unit} shown={shown} onMove={show} onLeave={hide} />
    </div>
  )
}
