import type { EditMarker, TrafficPoint } from '@app/contracts/analytics.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { CrashBoundary } from '../../../ui/notices/boundaries.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useFiltering } from '../filter/filtering.ts'
import type { PartialEnds } from '../series/days.ts'
import { SeriesLegend } from '../series/SeriesLegend.tsx'
import { TRAFFIC_SERIES, type SeriesKey } from '../series/traffic-series.ts'
import { TrafficTable } from '../series/TrafficTable.tsx'

const LINE_DAYS_MIN = 3

const isEmpty = (points: readonly TrafficPoint[]): boolean =>
  points.every((point) => TRAFFIC_SERIES.every(({ key }) => point[key] === 0))

/** The days of a profile that has too few of them for a line; undefined of one that has had three. */
export function firstDaysOf(
  points: readonly TrafficPoint[],
  unit: TimeUnit,
  profileSince: string,
): readonly TrafficPoint[] | undefined {
  const before = points.filter(({ period }) => period < profileSince)
  const days = points.slice(before.length)
  // Imported visits can be older than the profile.
  const isYoung = isEmpty(before) && days.length > 0 && days.length < LINE_DAYS_MIN
  return unit === 'day' && isYoung ? days : undefined
}

/** The chunk includes ECharts. Requested earlier, it would take the network from the figures. */
const TrafficChart = lazy(async () => ({
  default: (await import('../series/TrafficChart.tsx')).TrafficChart,
}))

const TITLE = 'Comparativa Intermensual'

interface ComparisonPanelProps {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly partial: PartialEnds
  readonly today: string
  readonly profileSince: string
  readonly markers: readonly EditMarker[]
  readonly asTable: boolean
}

const Nothing = () => (
  <div className="grid h-full content-end">
    <p className="self-center pb-[20%] text-center text-small text-ink-3">
      Aún no hay visitas en este período.
    </p>
    <div className="mb-7 border-t border-line" />
  </div>
)

const firstDaysText = (days: number): string =>
  days === 1 ? 'Tu primer día. La línea aparece con el tercero.' : 'Dos días. La línea aparece mañana.'

/** The specification sets the chart's heights. Under three days there is no line to draw: their figures are a table. */
export const ComparisonPanel = memo(function ComparisonPanel(props: ComparisonPanelProps) {
  const { points, unit, partial, today, profileSince, markers, asTable } = props
  const [shownKeys, setShownKeys] = useState<readonly SeriesKey[]>(TRAFFIC_SERIES.map(({ key }) => key))
  const shown = useMemo(() => TRAFFIC_SERIES.filter(({ key }) => shownKeys.includes(key)), [shownKeys])
  const toggle = (key: SeriesKey) =>
    setShownKeys((keys) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]))
  // Days of one's own choice are not the first ones.
  const isChosen = useFiltering().narrowed.from !== undefined
  const firstDays = isChosen ? undefined : firstDaysOf(points, unit, profileSince)
  const hasChart = !isEmpty(points) && !firstDays
  const drawn = { points, unit, partial, today, markers }
  return (
    <div className="@container grid">
      <Panel title={TITLE} aside={hasChart && !asTable && <SeriesLegend shown={shownKeys} toggle={toggle} />}>
        <div className={firstDays ? '' : 'h-65 md:h-75'}>
          {isEmpty(points) && <Nothing />}
          {hasChart && (
            <div hidden={asTable} className="h-full">
              <CrashBoundary text="No pudimos cargar el gráfico.">
                <Suspense fallback={<div className="skeleton h-full" />}>
                  <TrafficChart {...drawn} title={TITLE} shown={shown} />
                </Suspense>
              </CrashBoundary>
            </div>
          )}
          {(firstDays !== undefined || asTable) && !isEmpty(points) && (
            <section
              aria-label={`${TITLE} en tabla`}
              tabIndex={0}
              className="max-h-full overflow-auto rounded-sm ring-1 ring-line"
            >
              <TrafficTable {...drawn} points={firstDays ?? points} />
            </section>
          )}
          {firstDays && <p className="mt-2 text-small text-ink-3">{firstDaysText(firstDays.length)}</p>}
        </div>
        {hasChart && partial.text !== '' && (
          <p className="mt-2 text-micro text-ink-3">{`Línea cortada: ${partial.text}`}</p>
        )}
      </Panel>
    </div>
  )
})
