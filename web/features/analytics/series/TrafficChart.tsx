import type { ECharts } from 'echarts/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Chart } from '../../../ui/Chart.tsx'
import { useTheme } from '../../../ui/browser/use-browser.ts'
import { useFiltering } from '../filter/filtering.ts'
import { chartOption, chartSummary, type TrafficDrawing, chartPalette, textPx } from './chart-option.ts'
import { daysUntil } from './days.ts'

interface TrafficChartProps extends Omit<TrafficDrawing, 'palette' | 'textPx'> {
  readonly title: string
  readonly today: string
}

interface Place {
  readonly offsetX: number
  readonly offsetY: number
}

/** Anywhere in the plot it is one of the nearest point, and shows its days alone; on a flag it tells what was changed. */
function usePress(chart: ECharts | undefined, onPoint: (at: number) => void): void {
  const pressed = useEffectEvent(({ offsetX, offsetY }: Place) => {
    if (!chart?.containPixel('grid', [offsetX, offsetY])) {
      chart?.dispatchAction({ type: 'showTip', x: offsetX, y: chart.getHeight() / 2 })
      return
    }
    // ECharts would look for the series of an open tooltip among those of the next figures.
    chart.dispatchAction({ type: 'hideTip' })
    onPoint(Number(chart.convertFromPixel({ xAxisIndex: 0 }, offsetX)))
  })
  useEffect(() => {
    chart?.getZr().on('click', (place) => pressed(place))
  }, [chart])
}

export function TrafficChart({ title, today, ...drawing }: TrafficChartProps) {
  const { points, unit, partial, shown, markers } = drawing
  const { toggle } = useFiltering()
  const [chart, setChart] = useState<ECharts>()
  const theme = useTheme()
  const option = useMemo(
    () =>
      chartOption({ points, unit, partial, shown, markers, palette: chartPalette(theme), textPx: textPx() }),
    [points, unit, partial, shown, markers, theme],
  )
  usePress(chart, (at) => points[at] && toggle(daysUntil(points[at].period, unit, today)))
  return (
    <div className="h-full **:cursor-pointer!">
      <Chart title={title} label={chartSummary(points, unit)} option={option} onReady={setChart} />
    </div>
  )
}
