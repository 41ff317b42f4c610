import { hourOfWeek } from '@app/contracts/traffic/ranges.ts'
import { useMemo } from 'react'
import { useTheme } from '../../ui/browser/use-browser.ts'
import { Chart } from '../../ui/Chart.tsx'
import { useFiltering } from './filtering.tsx'
import { daysUntil } from './days.ts'
import { cellOf, cellText, hourAt, twoDigits, weekdayAt, WEEKDAY_LABELS, type Heatmap } from './heatmap.ts'
import {
  CHART_FONT,
  chartLook,
  chartOption,
  chartSummary,
  HEAT,
  PLAIN_TOOLTIP,
  tooltipBox,
  type ChartLook,
  type TrafficDrawing,
} from './chart-option.ts'

interface TrafficChartProps extends TrafficDrawing {
  readonly title: string
  readonly today: string
}

/** A press in the plot shows the days of the nearest point alone; on a flag it tells what was changed. */
export function TrafficChart({ title, today, points, series, unit, partial, markers }: TrafficChartProps) {
  const { toggle } = useFiltering()
  const theme = useTheme()
  const option = useMemo(
    () => chartOption({ points, series, unit, partial, markers }, chartLook(theme)),
    [points, series, unit, partial, markers, theme],
  )
  return (
    <div className="h-full **:cursor-pointer!">
      <Chart
        title={title}
        label={chartSummary(points, unit)}
        option={option}
        onPress={(chart, [x, y]) => {
          if (!chart.containPixel('grid', [x, y]))
            return chart.dispatchAction({ type: 'showTip', x, y: chart.getHeight() / 2 })
          // ECharts would look for the series of an open tooltip among those of the next figures.
          chart.dispatchAction({ type: 'hideTip' })
          const point = points[Number(chart.convertFromPixel({ xAxisIndex: 0 }, x))]
          if (point) toggle(daysUntil(point.period, unit, today))
        }}
      />
    </div>
  )
}

interface HeatChartProps {
  readonly title: string
  readonly label: string
  readonly heatmap: Heatmap
}

export function HeatChart({ title, label, heatmap }: HeatChartProps) {
  const { narrowed, toggle } = useFiltering()
  const theme = useTheme()
  const chosen = heatmap.flat().findIndex((_visits, cell) => hourOfWeek(cell) === narrowed.hour)
  const option = useMemo(
    () => heatOption(heatmap, chosen < 0 ? undefined : chosen, chartLook(theme)),
    [heatmap, chosen, theme],
  )
  return (
    <Chart
      title={title}
      label={label}
      option={option}
      onPress={(chart, place) => {
        if (!chart.containPixel('grid', [...place])) return
        const [hour = 0, weekday = 0] = chart.convertFromPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [...place])
        toggle({ hour: hourOfWeek(cellOf(weekday, hour)) })
      }}
    />
  )
}

/** @param chosen the cell that all figures are narrowed to: the others stay pale, and can be pressed */
export function heatOption(
  heatmap: Heatmap,
  chosen: number | undefined,
  { palette, textPx }: ChartLook,
): Readonly<Record<string, unknown>> {
  const visits = heatmap.flat()
  const axis = {
    type: 'category',
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: { color: palette['--ink-3'], fontSize: textPx, fontFamily: CHART_FONT, hideOverlap: true },
  }
  return {
    animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { ...axis, data: heatmap[0]!.map((_visits, hour) => `${twoDigits(hour)} h`) },
    yAxis: { ...axis, inverse: true, data: WEEKDAY_LABELS.map((name) => name.slice(0, 3)) },
    visualMap: {
      show: false,
      max: Math.max(...visits, 1),
      inRange: { color: HEAT.map((token) => palette[token]!) },
    },
    series: {
      id: 'hours',
      type: 'heatmap',
      data: visits.map((count, cell) => ({
        value: [hourAt(cell), weekdayAt(cell), count],
        itemStyle: { opacity: chosen === undefined || chosen === cell ? 1 : 0.4 },
      })),
      itemStyle: { borderRadius: 5, borderWidth: 3, borderColor: palette['--surface'] },
      emphasis: { itemStyle: { borderColor: palette['--ink'] } },
    },
    tooltip: {
      ...PLAIN_TOOLTIP,
      formatter: ({ dataIndex }: { readonly dataIndex: number }) => tooltipBox(cellText(heatmap, dataIndex)),
    },
  }
}
