import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import type { ECharts } from 'echarts/core'
import { useEffect, useEffectEvent } from 'react'
import { useFiltering } from '../filter/filtering.ts'
import { daysOfPeriod } from './days.ts'

interface Drawn {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly today: string
}

export function hideTip(chart: ECharts | undefined): void {
  chart?.dispatchAction({ type: 'hideTip' })
  chart?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' })
}

/** A press anywhere in the plot is one of the nearest point: it shows the point's days alone. */
export function usePointPress(
  chart: ECharts | undefined,
  { points, unit, today }: Drawn,
): (at: number) => void {
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
