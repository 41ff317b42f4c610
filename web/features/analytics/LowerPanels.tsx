import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import { PanelBoundary } from '../../ui/notices/CrashBoundary.tsx'
import { FewPanels } from './FewPanels.tsx'
import { hasFilter } from './filter/filter-address.ts'
import { useFiltering, useFiguresWithout } from './filter/filtering.ts'
import { HeatmapPanel } from './heatmap/HeatmapPanel.tsx'
import { insightDays } from './insights/insight-days.ts'
import { InsightsPanel } from './insights/InsightsPanel.tsx'
import { LivePanel } from './live/LivePanel.tsx'
import type { Live } from './live/use-live-stream.ts'
import { SourcesPanel } from './sources/SourcesPanel.tsx'
import { VisitorsPanel } from './visitors/VisitorsPanel.tsx'

interface LowerPanelsProps {
  readonly data: UnifiedAnalytics
  readonly isFew: boolean
  readonly asTable: boolean
  readonly profileId: string
  readonly live: Live
  readonly customTitle: string
  readonly pale: string
}

export const TWO_THIRDS =
  'grid grid-cols-[minmax(0,1fr)] gap-3.5 @min-[60rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'

/** Below the chart, loaded while the figures are asked for. Insights, visitors and the stream know no filter. */
export function LowerPanels({ profileId, data, live, customTitle, pale, isFew, asTable }: LowerPanelsProps) {
  const isFiltered = hasFilter(useFiltering().narrowed)
  const ofHours = useFiguresWithout('hour', profileId, data)
  const ofSources = useFiguresWithout('source', profileId, data)
  const ofDevices = useFiguresWithout('device', profileId, data)
  if (isFew) return <FewPanels {...{ profileId, data, live, customTitle }} />
  return (
    <>
      {!isFiltered && (
        <>
          <PanelBoundary title="Insights IA">
            {/* They cover full days: a new day begins with new ones. */}
            <InsightsPanel key={data.to} profileId={profileId} days={insightDays(data)} />
          </PanelBoundary>
          <div className={TWO_THIRDS}>
            <PanelBoundary title="Visitantes Identificados">
              <VisitorsPanel {...{ profileId, data }} />
            </PanelBoundary>
            <PanelBoundary title="En vivo">
              <LivePanel live={live} customTitle={customTitle} />
            </PanelBoundary>
          </div>
        </>
      )}
      <div className={`${TWO_THIRDS} ${pale}`}>
        <PanelBoundary title="Cuándo te visitan">
          <HeatmapPanel heatmap={ofHours.heatmap} asTable={asTable} />
        </PanelBoundary>
        <PanelBoundary title="Origen de las visitas">
          <SourcesPanel {...data} sources={ofSources.sources} devices={ofDevices.devices} />
        </PanelBoundary>
      </div>
    </>
  )
}
