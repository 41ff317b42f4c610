import { hourOfWeek } from '@app/contracts/traffic/ranges.ts'
import type { ECharts } from 'echarts/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Chart } from '../../../ui/Chart.tsx'
import { useTheme } from '../../../ui/browser/use-browser.ts'
import { useFiltering } from '../filter/filtering.ts'
import { chartPalette, textPx } from '../series/chart-option.ts'
import { heatOption, type Heatmap } from './heatmap.ts'

interface HeatChartProps {
  readonly title: string
  readonly label: string
  readonly heatmap: Heatmap
}

/** A press on a cell shows its hour of the week alone. */
export function HeatChart({ title, label, heatmap }: HeatChartProps) {
  const { narrowed, toggle } = useFiltering()
  const [chart, setChart] = useState<ECharts>()
  const theme = useTheme()
  const chosen = heatmap.flat().findIndex((_visits, cell) => hourOfWeek(cell) === narrowed.hour)
  const option = useMemo(
    () =>
      heatOption({
        heatmap,
        chosen: chosen < 0 ? undefined : chosen,
        palette: chartPalette(theme),
        textPx: textPx(),
      }),
    [heatmap, chosen, theme],
  )
  const pressed = useEffectEvent((cell: number) => toggle({ hour: hourOfWeek(cell) }))
  useEffect(() => {
    chart?.on('click', ({ dataIndex }) => pressed(dataIndex))
  }, [chart])
  return <Chart title={title} label={label} option={option} onReady={setChart} />
}
