import type { EditMarker, TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import type { ECharts } from 'echarts/core'
import { useMemo, useState } from 'react'
import { chunk } from '../../../app/routes/chunk.tsx'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import { Chart } from '../../../ui/Chart.tsx'
import { useTheme } from '../../../ui/theme.ts'
import { useMedia } from '../../../ui/browser/use-media.ts'
import { usePlotFrame } from '../edits/use-plot-frame.ts'
import { chartOption } from './chart-option.ts'
import { chartPalette } from './chart-palette.ts'
import { tooltipPosition } from './chart-tooltip.ts'
import { PointSlider } from './PointSlider.tsx'
import type { Series } from './traffic-series.ts'
import { hideTip, usePointPress } from './use-point-press.ts'

/** Most profiles have no edit in the range. */
const EditFlags = chunk(async () => (await import('../edits/EditFlags.tsx')).EditFlags)

interface TrafficChartProps {
  readonly profileId: string
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly unfinished: boolean
  readonly today: string
  readonly shown: readonly Series[]
  readonly markers: readonly EditMarker[]
}

/** Loaded lazily, because it includes ECharts. */
export function TrafficChart(props: TrafficChartProps) {
  const { profileId, points, unit, unfinished, today, shown, markers } = props
  const [chart, setChart] = useState<ECharts>()
  const theme = useTheme()
  const labelsMax = useMedia('(min-width: 768px)') ? 7 : 5
  const touch = useMedia('(pointer: coarse)')
  const hasFlags = markers.length > 0
  const frame = usePlotFrame(chart, points.length, hasFlags)
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
        hasFlags,
        tooltipPosition: (at, tooltip) => {
          const x = chart?.convertToPixel({ xAxisIndex: 0 }, at) ?? 0
          return tooltipPosition(x, chart?.getWidth() ?? 0, tooltip, touch)
        },
      }),
    [points, unit, unfinished, shown, palette, labelsMax, hasFlags, chart, touch],
  )
  const show = (at: number) => chart?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: at })
  const press = usePointPress(chart, { points, unit, today })
  return (
    <div className="relative h-full **:cursor-pointer!">
      <Chart option={option} onReady={setChart} />
      <PointSlider
        points={points}
        unit={unit}
        shown={shown}
        onMove={show}
        onPress={press}
        onLeave={() => hideTip(chart)}
      />
      {frame && (
        <LazyPart>
          <EditFlags profileId={profileId} markers={markers} points={points} frame={frame} />
        </LazyPart>
      )}
    </div>
  )
}
