import type { EditMarker, UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Suspense, useDeferredValue, type ReactNode } from 'react'
import { quietChunk } from '../../ui/browser/chunk.tsx'
import { CrashBoundary, PanelBoundary } from '../../ui/notices/states.tsx'
import { useEditMarkersQuery } from './analytics-api.ts'
import { LowerSkeleton, PanelsSkeleton } from './AnalyticsSkeleton.tsx'
import { ComparisonPanel } from './ComparisonPanel.tsx'
import { partsOf, type Narrowed, useFiltering, useFiguresWithout } from './filtering.tsx'
import { KpiCards } from './KpiCards.tsx'
import type { Live } from './live/use-live-analytics.ts'
import { NetworksPanel } from './NetworksPanel.tsx'
import { partialOf } from './days.ts'

const LowerPanels = quietChunk(async () => (await import('./LowerPanels.tsx')).LowerPanels)

interface AnalyticsPanelsProps {
  readonly profileId: string
  readonly data: UnifiedAnalytics
  readonly stale: boolean
  readonly live: Live
  readonly customTitle: string
  readonly isFew: boolean
  readonly asTable: boolean
  /** Below the figures on a phone, where these come first. */
  readonly status: ReactNode
}

type PanelsProps = Omit<AnalyticsPanelsProps, 'stale' | 'status'> & {
  readonly pale: string
  readonly today: string
}

/** Each range ends today; days of one's own end where one likes. */
const todayOf = ({ to }: UnifiedAnalytics, { from }: Narrowed): string =>
  from === undefined ? to : dayInSantiago(Date.now())

/** The chart is whole without them: a failed request leaves it as it is. */
const NO_MARKERS: readonly EditMarker[] = []

function Panels({ today, ...props }: PanelsProps) {
  const { profileId, data, customTitle, pale, isFew, asTable } = props
  // The figures render first: drawing the chart can take longer than the one second in which a tap must show.
  const chart = useDeferredValue(data)
  const isWhole = partsOf(useFiltering().narrowed).length === 0
  const question = { profileId, range: data.date_range }
  const { currentData: edits = NO_MARKERS } = useEditMarkersQuery(question, { skip: !isWhole })
  const ofNetworks = useFiguresWithout('network', profileId, data)
  return (
    <>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-3.5 ${isFew ? '' : '@min-[60rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'} ${pale}`}
      >
        <PanelBoundary title="Comparativa Intermensual">
          <ComparisonPanel
            points={chart.temporal_data}
            unit={chart.time_unit}
            partial={partialOf(chart, today)}
            today={today}
            markers={isWhole ? edits : NO_MARKERS}
            asTable={asTable}
          />
        </PanelBoundary>
        {!isFew && (
          <PanelBoundary title="Rendimiento por Red Social">
            <NetworksPanel {...ofNetworks} customTitle={customTitle} />
          </PanelBoundary>
        )}
      </div>
      <CrashBoundary text="No pudimos cargar las analíticas.">
        <Suspense fallback={<LowerSkeleton />}>
          <LowerPanels {...props} />
        </Suspense>
      </CrashBoundary>
    </>
  )
}

/** `stale` dims what depends on the range. Columns follow the width in rem, so that larger text gets wider ones. */
export function AnalyticsPanels({ stale, status, ...props }: AnalyticsPanelsProps) {
  // A slow phone shows the figures a quarter of a second before it has drawn the rest.
  const hasFigures = useDeferredValue(true, false)
  const today = todayOf(props.data, useFiltering().narrowed)
  const pale = stale ? 'stale' : ''
  return (
    <div aria-busy={stale} className="@container grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className={pale}>
        <PanelBoundary title="Totales">
          <KpiCards data={props.data} />
        </PanelBoundary>
      </div>
      {status}
      {hasFigures ? <Panels {...props} pale={pale} today={today} /> : <PanelsSkeleton />}
    </div>
  )
}
