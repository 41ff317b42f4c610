import { clearBest } from '@app/contracts/traffic/small-numbers.ts'
import type { EditMarker, UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { Suspense, useDeferredValue, type ReactNode } from 'react'
import { quietChunk } from '../../ui/browser/chunk.tsx'
import { CrashBoundary } from '../../ui/notices/CrashBoundary.tsx'
import { PanelBoundary } from '../../ui/notices/PanelBoundary.tsx'
import { useEditMarkersQuery } from './analytics-api.ts'
import { ComparisonPanel } from './comparison/ComparisonPanel.tsx'
import { LowerSkeleton, PanelsSkeleton } from './AnalyticsSkeleton.tsx'
import { partsOf, type Narrowed } from './filter/filter-address.ts'
import { useFiltering } from './filter/filtering.ts'
import { KpiCards } from './kpis/KpiCards.tsx'
import { NetworksPanel } from './networks/NetworksPanel.tsx'
import { spanText } from './series/days.ts'
import type { Live } from './live/use-live-stream.ts'

const LowerPanels = quietChunk(async () => (await import('./LowerPanels.tsx')).LowerPanels)
LowerPanels.preload().catch(() => undefined)

interface AnalyticsPanelsProps {
  readonly profileId: string
  readonly data: UnifiedAnalytics
  readonly stale: boolean
  readonly live: Live
  readonly customTitle: string
  /** The profile has too few visits for most panels. */
  readonly isFew: boolean
  /** Below the figures on a phone, where these come first. */
  readonly status: ReactNode
}

type PanelsProps = Omit<AnalyticsPanelsProps, 'stale' | 'status'> & { readonly pale: string }

/** A long name is cut at its end. */
const captionOf = ({ profile_name, from, to }: UnifiedAnalytics): string =>
  `${spanText(from, to)} · ${isolated(profile_name)}`

/** Each range ends today; days of one's own end where one likes. */
const todayOf = ({ to }: UnifiedAnalytics, { from }: Narrowed): string =>
  from === undefined ? to : dayInSantiago(Date.now())

/** The chart is whole without them: a failed request leaves it as it is. */
const NO_MARKERS: readonly EditMarker[] = []

function Panels(props: PanelsProps) {
  const { profileId, data, customTitle, pale, isFew } = props
  // The figures render first: drawing the chart can take longer than the one second in which a tap must show.
  const chart = useDeferredValue(data)
  const { narrowed } = useFiltering()
  const isWhole = partsOf(narrowed).length === 0
  const question = { profileId, range: data.date_range }
  const { currentData: edits = NO_MARKERS } = useEditMarkersQuery(question, { skip: !isWhole })
  const markers = isWhole ? edits : NO_MARKERS
  return (
    <>
      <div
        className={`grid gap-3.5 ${isFew ? '' : '@min-[60rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'} ${pale}`}
      >
        <PanelBoundary title="Comparativa Intermensual">
          <ComparisonPanel
            profileId={profileId}
            points={chart.temporal_data}
            unit={chart.time_unit}
            today={todayOf(chart, narrowed)}
            profileSince={chart.profile_since}
            caption={captionOf(chart)}
            markers={markers}
          />
        </PanelBoundary>
        {!isFew && (
          <PanelBoundary title="Rendimiento por Red Social">
            <NetworksPanel
              clicks={data.social_clicks}
              total={data.social_clicks_total}
              best={clearBest(data)}
              customTitle={customTitle}
            />
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

/**
 * `stale` dims only what depends on the range.
 * Column counts follow the width in rem, so that larger text gets wider columns.
 */
export function AnalyticsPanels({ stale, status, ...props }: AnalyticsPanelsProps) {
  // A slow phone shows the figures a quarter of a second before it has drawn the rest.
  const hasFigures = useDeferredValue(true, false)
  const { narrowed } = useFiltering()
  const pale = stale ? 'stale' : ''
  return (
    <div aria-busy={stale} className="@container grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className={pale}>
        <PanelBoundary title="Totales">
          <KpiCards data={props.data} today={todayOf(props.data, narrowed)} />
        </PanelBoundary>
      </div>
      {status}
      {hasFigures ? <Panels {...props} pale={pale} /> : <PanelsSkeleton />}
    </div>
  )
}
