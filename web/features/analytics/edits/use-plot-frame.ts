import type { ECharts } from 'echarts/core'
import { useEffect, useState } from 'react'
import type { PlotFrame } from './flags.ts'

/** Known once the chart is drawn: the widths of its labels move it. Undefined while nothing needs it. */
export function usePlotFrame(
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
