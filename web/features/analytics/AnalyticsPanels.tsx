import type { EditMarker, UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { Suspense, useDeferredValue, type ReactNode } from 'react'
import { quietChunk } from '../../app/routes/chunk.tsx'
import { PanelBoundary } from '../../ui/notices/PanelBoundary.tsx'
import { useEditMarkersQuery } from './analytics-api.ts'
import { ComparisonPanel } from './comparison/ComparisonPanel.tsx'
import { PanelsSkeleton } from './AnalyticsSkeleton.tsx'
import { insightDays } from './insights/insight-days.ts'
import { InsightsPanel } from './insights/InsightsPanel.tsx'
import { KpiCards } from './kpis/KpiCards.tsx'
import { LivePanel } from './live/LivePanel.tsx'
import { NetworksPanel } from './networks/NetworksPanel.tsx'
import { ReminderFiguresPanel } from './reminders/ReminderFiguresPanel.tsx'
import { spanText } from './series/days.ts'
import { SourcesPanel } from './sources/SourcesPanel.tsx'
import type { Live } from './live/use-live-stream.ts'
import { VisitorsPanel } from './visitors/VisitorsPanel.tsx'

/** The last panel of the screen. */
const HeatmapPanel = quietChunk(async () => (await import('./heatmap/HeatmapPanel.tsx')).HeatmapPanel)

interface AnalyticsPanelsProps {
  readonly profileId: string
  readonly data: UnifiedAnalytics
  readonly stale: boolean
  readonly live: Live
  readonly customTitle: string
  /** Below the figures on a phone, where these come first. */
  readonly status: ReactNode
}

type PanelsProps = Omit<AnalyticsPanelsProps, 'stale' | 'status'> & { readonly pale: string }

/** A long name is cut at its end. */
const captionOf = ({ profile_name, from, to }: UnifiedAnalytics): string =>
  `${spanText(from, to)} · ${isolated(profile_name)}`

function LowerPanels({ profileId, data, live, customTitle, pale }: PanelsProps) {
  const caption = captionOf(data)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 @min-[37.5rem]:grid-cols-2 @min-[37.5rem]:grid-rows-[auto_auto_1fr_auto] @min-[37.5rem]:[grid-template-areas:'insights_insights'_'visitors_live'_'sources_live'_'sources_week'] @min-[60rem]:grid-cols-3 @min-[60rem]:grid-rows-[auto_auto] @min-[60rem]:[grid-template-areas:'insights_visitors_live'_'sources_sources_week']">
      <div className="grid @min-[37.5rem]:[grid-area:insights]">
        <PanelBoundary title="Insights IA">
          {/* They cover full days: a new day begins with new ones. */}
          <InsightsPanel key={data.to} profileId={profileId} days={insightDays(data)} />
        </PanelBoundary>
      </div>
      <div className={`grid @min-[37.5rem]:[grid-area:visitors] ${pale}`}>
        <PanelBoundary title="Visitantes Identificados">
          <VisitorsPanel profileId={profileId} visitors={data.visitors} total={data.visitors_total} />
        </PanelBoundary>
      </div>
      <div className="grid @min-[37.5rem]:[grid-area:live]">
        <PanelBoundary title="En vivo">
          <LivePanel live={live} customTitle={customTitle} />
        </PanelBoundary>
      </div>
      <div
        className={`grid content-start gap-3.5 @min-[37.5rem]:[grid-area:sources] @min-[60rem]:grid-rows-[1fr_auto] @min-[60rem]:content-stretch ${pale}`}
      >
        <PanelBoundary title="Origen de las visitas">
          <SourcesPanel
            caption={caption}
            sources={data.sources}
            referrers={data.referrers}
            devices={data.devices}
            shared={data.shared}
          />
        </PanelBoundary>
        <PanelBoundary title="Recordatorios">
          <ReminderFiguresPanel reminders={data.reminders} />
        </PanelBoundary>
      </div>
      <div className={`grid @min-[37.5rem]:[grid-area:week] ${pale}`}>
        <PanelBoundary title="Cuándo te visitan">
          <Suspense fallback={<div className="skeleton min-h-72" />}>
            <HeatmapPanel heatmap={data.heatmap} caption={caption} />
          </Suspense>
        </PanelBoundary>
      </div>
    </div>
  )
}

/** The chart is whole without them: a failed request leaves it as it is. */
const NO_MARKERS: readonly EditMarker[] = []

function Panels(props: PanelsProps) {
  const { profileId, data, customTitle, pale } = props
  // The figures render first: drawing the chart can take longer than the one second in which a tap must show.
  const chart = useDeferredValue(data)
  const { currentData: markers = NO_MARKERS } = useEditMarkersQuery({ profileId, range: data.date_range })
  return (
    <>
      <div className={`grid gap-3.5 @min-[60rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] ${pale}`}>
        <PanelBoundary title="Comparativa Intermensual">
          <ComparisonPanel
            profileId={profileId}
            points={chart.temporal_data}
            unit={chart.time_unit}
            today={chart.to}
            profileSince={chart.profile_since}
            caption={captionOf(chart)}
            markers={markers}
          />
        </PanelBoundary>
        <PanelBoundary title="Rendimiento por Red Social">
          <NetworksPanel
            clicks={data.social_clicks}
            total={data.social_clicks_total}
            best={data.most_effective_platform}
            customTitle={customTitle}
            caption={captionOf(data)}
          />
        </PanelBoundary>
      </div>
      <LowerPanels {...props} />
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
  const pale = stale ? 'stale' : ''
  return (
    <div aria-busy={stale} className="@container grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className={pale}>
        <PanelBoundary title="Totales">
          <KpiCards data={props.data} />
        </PanelBoundary>
      </div>
      {status}
      {hasFigures ? <Panels {...props} pale={pale} /> : <PanelsSkeleton />}
    </div>
  )
}
