import type { EditMarker, TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import type { ECharts } from 'echarts/core'
import { useMemo, useState, useEffect, useEffectEvent } from 'react'
import { chunk } from '../../../ui/browser/chunk.tsx'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import { Chart } from '../../../ui/Chart.tsx'
import { useTheme } from '../../../ui/theme.ts'
import { useMedia, useTouch } from '../../../ui/browser/use-media.ts'
import { chartOption, TEXT_PX } from './chart-option.ts'
import { chartPalette } from './chart-palette.ts'
import { tooltipPosition } from './chart-tooltip.ts'
import { PointSlider } from './PointSlider.tsx'
import type { Series } from './traffic-series.ts'
import type { PlotFrame } from '../edits/flags.ts'
import { useFiltering } from '../filter/filtering.ts'
import { daysOfPeriod } from './days.ts'

interface Drawn {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly today: string
}

function hideTip(chart: ECharts | undefined): void {
  chart?.dispatchAction({ type: 'hideTip' })
  chart?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' })
}

/** A press anywhere in the plot is one of the nearest point: it shows the point's days alone. */
function usePointPress(chart: ECharts | undefined, { points, unit, today }: Drawn): (at: number) => void {
  const { toggle } = useFiltering()
  const press = (at: number): void => {
    // ECharts would look for the series of an open tooltip among those of the next figures.
    hideTip(chart)
    const point = points[at]
    if (point) toggle(daysOfPeriod(point.period, unit, today))
  }
  const pressed = useEffectEvent(press)
  useEffect(() => {
    if (!chart) return undefined
    const canvas = chart.getZr()
    const onClick = ({ offsetX, offsetY }: { readonly offsetX: number; readonly offsetY: number }): void => {
      if (!chart.containPixel('grid', [offsetX, offsetY])) return
      pressed(Number(chart.convertFromPixel({ xAxisIndex: 0 }, offsetX)))
    }
    canvas.on('click', onClick)
    return () => canvas.off('click', onClick)
  }, [chart])
  return press
}

/** Known once the chart is drawn: the widths of its labels move it. Undefined while nothing needs it. */
function usePlotFrame(
  chart: ECharts | undefined,
  pointsCount: number,
  isNeeded: boolean,
): PlotFrame | undefined {
  const [frame, setFrame] = useState<PlotFrame>()
  useEffect(() => {
    if (chart === undefined || !isNeeded) return undefined
    const measure = () => {
      const [first, last] = [0, pointsCount - 1].map((index) =>
        chart.convertToPixel({ xAxisIndex: 0 }, index),
      )
      const base = chart.convertToPixel({ yAxisIndex: 0 }, 0)
      if (first === undefined || last === undefined) return
      setFrame((before) =>
        before?.first === first && before.last === last && before.base === base
          ? before
          : { first, last, base },
      )
    }
    chart.on('finished', measure)
    measure()
    return () => {
      if (!chart.isDisposed()) chart.off('finished', measure)
    }
  }, [chart, pointsCount, isNeeded])
  return isNeeded ? frame : undefined
}

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

/** Of the text: a drawing knows no rem. */
const rootScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

/** Loaded lazily, because it includes ECharts. */
export function TrafficChart(props: TrafficChartProps) {
  const { profileId, points, unit, unfinished, today, shown, markers } = props
  const [chart, setChart] = useState<ECharts>()
  const theme = useTheme()
  // Large text has fewer dates.
  const scale = rootScale()
  const labelsMax = Math.max(Math.floor((useMedia('(min-width: 768px)') ? 7 : 5) / scale), 2)
  const touch = useTouch()
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
        textPx: TEXT_PX * scale,
        hasFlags,
        tooltipPosition: (at, tooltip) => {
          const x = chart?.convertToPixel({ xAxisIndex: 0 }, at) ?? 0
          return tooltipPosition(x, chart?.getWidth() ?? 0, tooltip, touch)
        },
      }),
    [points, unit, unfinished, shown, palette, labelsMax, scale, hasFlags, chart, touch],
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
