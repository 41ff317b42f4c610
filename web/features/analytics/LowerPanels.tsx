import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { PanelBoundary } from '../../ui/notices/states.tsx'
import { hasFilter, useFiltering, useFiguresWithout } from './filtering.tsx'
import { HeatmapPanel } from './HeatmapPanel.tsx'
import { insightDays, InsightsPanel } from './insights/InsightsPanel.tsx'
import { LivePanel } from './live/LivePanel.tsx'
import type { Live } from './live/use-live-analytics.ts'
import { SourcesPanel } from './SourcesPanel.tsx'
import { VisitorsPanel } from './VisitorsPanel.tsx'

interface LowerPanelsProps {
  readonly data: UnifiedAnalytics
  readonly asTable: boolean
  readonly profileId: string
  readonly live: Live
  readonly customTitle: string
  readonly pale: string
}

const TWO_THIRDS =
  'grid grid-cols-[minmax(0,1fr)] gap-3.5 @min-[60rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'

/** Below the chart, loaded while the figures are on their way. Insights, visitors and the stream know no filter. */
export function LowerPanels({ profileId, data, live, customTitle, pale, asTable }: LowerPanelsProps) {
  const isFiltered = hasFilter(useFiltering().narrowed)
  const ofHours = useFiguresWithout('hour', profileId, data)
  const ofSources = useFiguresWithout('source', profileId, data)
  const ofDevices = useFiguresWithout('device', profileId, data)
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
