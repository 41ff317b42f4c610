import type { EditMarker, TrafficPoint } from '@app/contracts/analytics.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { lazy, memo, Suspense, useState } from 'react'
import { CrashBoundary } from '../../ui/notices/states.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { PartialEnds } from './days.ts'
import { SeriesLegend, TRAFFIC_SERIES } from './SeriesLegend.tsx'
import { TrafficTable } from './TrafficTable.tsx'

/** The chunk includes ECharts. Requested earlier, it would take the network from the figures. */
const TrafficChart = lazy(async () => ({ default: (await import('./charts.tsx')).TrafficChart }))

const TITLE = 'Comparativa Intermensual'

interface ComparisonPanelProps {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly partial: PartialEnds
  readonly today: string
  readonly markers: readonly EditMarker[]
  readonly asTable: boolean
}

export const ComparisonPanel = memo(function ComparisonPanel({ asTable, ...drawn }: ComparisonPanelProps) {
  const [series, setSeries] = useState(TRAFFIC_SERIES)
  const hasFigures = drawn.points.some((point) => TRAFFIC_SERIES.some(({ key }) => point[key] > 0))
  const isChart = hasFigures && !asTable && drawn.points.length > 1
  const isTable = hasFigures && !isChart
  return (
    <div className="@container grid">
      <Panel title={TITLE} aside={isChart && <SeriesLegend shown={series} onShow={setSeries} />}>
        <div className={isTable ? 'grid max-h-65 md:max-h-75' : 'h-65 md:h-75'}>
          {!hasFigures && (
            <p className="grid h-full place-content-center text-center text-small text-ink-3">
              Aún no hay visitas en este período.
            </p>
          )}
          {isChart && (
            <CrashBoundary text="No pudimos cargar el gráfico.">
              <Suspense fallback={<div className="skeleton h-full" />}>
                <TrafficChart {...drawn} series={series} title={TITLE} />
              </Suspense>
            </CrashBoundary>
          )}
          {isTable && (
            <section
              aria-label={`${TITLE} en tabla`}
              tabIndex={0}
              className="overflow-auto rounded-sm ring-1 ring-line"
            >
              <TrafficTable {...drawn} />
            </section>
          )}
        </div>
        {isChart && drawn.partial.text !== '' && (
          <p className="mt-2 text-micro text-ink-3">{`Línea cortada: ${drawn.partial.text}`}</p>
        )}
      </Panel>
    </div>
  )
})
