import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { PanelBoundary } from '../../ui/notices/states.tsx'
import { hasFilter, useFiltering, useFiguresWithout } from './filtering.tsx'
import { HeatmapPanel } from './HeatmapPanel.tsx'
import { insightDays, InsightsPanel } from './insights/InsightsPanel.tsx'
import { LivePanel } from './live/LivePanel.tsx'
import type { Live } from './live/use-live-analytics.ts'
import { SourcesPanel } from './SourcesPanel.tsx'
import { VisitorsPanel, NOBODY } from './VisitorsPanel.tsx'
import { clearBest, noBestText } from '@app/contracts/traffic/shares.ts'
import { networkName } from '@app/contracts/traffic/kinds.ts'
import { PANELS_VISITS_MIN } from './KpiCards.tsx'
import { networkRows } from './NetworksPanel.tsx'

interface LowerPanelsProps {
  readonly data: UnifiedAnalytics
  readonly isFew: boolean
  readonly asTable: boolean
  readonly profileId: string
  readonly live: Live
  readonly customTitle: string
  readonly pale: string
}

const TWO_THIRDS =
  'grid grid-cols-[minmax(0,1fr)] gap-3.5 @min-[60rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'

/** Below the chart, loaded while the figures are on their way. Insights, visitors and the stream know no filter. */
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

type FewPanelsProps = Omit<LowerPanelsProps, 'isFew' | 'asTable' | 'pale'>

function linesOf(data: UnifiedAnalytics, customTitle: string): readonly (readonly [string, string])[] {
  const clicked = networkRows(data.social_clicks, customTitle).map(({ name, count }) => `${name} ${count}`)
  const best = clearBest(data)
  return [
    ['Rendimiento por Red Social', clicked.join(' · ') || 'Sin clics en este período.'],
    ['Red Más Efectiva', best ? networkName(best, customTitle) : noBestText(data.social_clicks_total)],
    ['Insights IA', 'No hay insights disponibles'],
    ...(data.visitors_total === 0 ? [['Visitantes Identificados', NOBODY] as const] : []),
  ]
}

/** A line for each panel that would be empty. Visitors with a name always have their panel. */
function FewPanels({ profileId, data, live, customTitle }: FewPanelsProps) {
  return (
    <div className={`${TWO_THIRDS} items-start`}>
      <div className="grid gap-3.5">
        {data.visitors_total > 0 && (
          <PanelBoundary title="Visitantes Identificados">
            <VisitorsPanel {...{ profileId, data }} />
          </PanelBoundary>
        )}
        <dl className="card px-[18px] py-1 text-small">
          {linesOf(data, customTitle).map(([title, text]) => (
            <div
              key={title}
              className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 first:border-0"
            >
              <dt className="font-[650]">{title}</dt>
              <dd className="text-ink-3">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="text-small text-ink-3">
          {`Desde las ${PANELS_VISITS_MIN} visitas verás también tus horas y de dónde llegan.`}
        </p>
      </div>
      <PanelBoundary title="En vivo">
        <LivePanel live={live} customTitle={customTitle} />
      </PanelBoundary>
    </div>
  )
}
