import type { TrafficPoint } from '@app/contracts/api/analytics.ts'
import type { TimeUnit } from '@app/contracts/ranges.ts'
import { ChartSpline, Table2 } from 'lucide-react'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { CrashBoundary } from '../../ui/CrashBoundary.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NoTraffic } from './NoTraffic.tsx'
import { SeriesLegend } from './SeriesLegend.tsx'
import { SERIES, type SeriesKey } from './series.ts'
import { TrafficTable } from './TrafficTable.tsx'

const TrafficChart = lazy(async () => ({ default: (await import('./TrafficChart.tsx')).TrafficChart }))

interface ComparisonPanelProps {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
}

export const ComparisonPanel = memo(function ComparisonPanel({ points, unit }: ComparisonPanelProps) {
  const [shownKeys, setShownKeys] = useState<readonly SeriesKey[]>(SERIES.map(({ key }) => key))
  const [asTable, setAsTable] = useState(false)
  const shown = useMemo(() => SERIES.filter(({ key }) => shownKeys.includes(key)), [shownKeys])
  const empty = points.every((point) => SERIES.every(({ key }) => point[key] === 0))
  const toggle = (key: SeriesKey) =>
    setShownKeys((keys) => (keys.includes(key) ? keys.filter((kept) => kept !== key) : [...keys, key]))
  const Icon = asTable ? ChartSpline : Table2
  return (
    <Panel
      title="Comparativa Intermensual"
      aside={
        <div className="-my-1.5 -mr-1.5 flex items-center sm:gap-1">
          <SeriesLegend shown={shownKeys} onToggle={toggle} />
          <IconButton
            label={asTable ? 'Ver como gráfico' : 'Ver como tabla'}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon aria-hidden="true" size={16} strokeWidth={1.9} />
          </IconButton>
        </div>
      }
    >
      {/* The heights of the chart are the specification's; the table scrolls inside the same box. */}
      <div className="h-[220px] min-[390px]:h-[260px] md:h-[300px]">
        <div hidden={asTable} className="h-full">
          {empty ? (
            <NoTraffic />
          ) : (
            <CrashBoundary text="No pudimos cargar el gráfico.">
              <Suspense fallback={<div className="skeleton h-full" />}>
                <TrafficChart points={points} unit={unit} shown={shown} />
              </Suspense>
            </CrashBoundary>
          )}
        </div>
        <section
          hidden={!asTable}
          aria-label="Comparativa Intermensual en tabla"
          tabIndex={0}
          className="h-full overflow-auto rounded-sm ring-1 ring-line"
        >
          <TrafficTable points={points} unit={unit} />
        </section>
      </div>
    </Panel>
  )
})
