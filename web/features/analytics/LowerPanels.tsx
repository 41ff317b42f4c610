import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { PanelBoundary } from '../../ui/notices/PanelBoundary.tsx'
import { FewPanels } from './FewPanels.tsx'
import { hasFilter } from './filter/filter-address.ts'
import { useFiltering } from './filter/filtering.ts'
import { HeatmapPanel } from './heatmap/HeatmapPanel.tsx'
import { insightDays } from './insights/insight-days.ts'
import { InsightsPanel } from './insights/InsightsPanel.tsx'
import { LivePanel } from './live/LivePanel.tsx'
import type { Live } from './live/use-live-stream.ts'
import { SourcesPanel } from './sources/SourcesPanel.tsx'
import { VisitorsPanel } from './visitors/VisitorsPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FigureHelp } from './FigureHelp.tsx'
import { countLabel } from '../../ui/wording/figures.ts'

const TITLE = 'Recordatorios'

function ReminderFigure({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="order-first text-h1 leading-[1.15] font-[650] tracking-[-0.035em] tabular-nums">
        {countLabel(count)}
      </dd>
    </div>
  )
}

export function ReminderFiguresPanel({ reminders }: { readonly reminders: UnifiedAnalytics['reminders'] }) {
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 -mr-2">
          <FigureHelp label={TITLE} figure="reminders" />
        </div>
      }
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <ReminderFigure name={reminders.active === 1 ? 'activo' : 'activos'} count={reminders.active} />
        <ReminderFigure
          name={reminders.converted === 1 ? 'convertido' : 'convertidos'}
          count={reminders.converted}
        />
      </dl>
    </Panel>
  )
}

interface Figures {
  readonly data: UnifiedAnalytics
}

interface LowerPanelsProps extends Figures {
  readonly isFew: boolean
  readonly profileId: string
  readonly live: Live
  readonly customTitle: string
  readonly pale: string
}

function Sources({ data }: Figures) {
  return (
    <PanelBoundary title="Origen de las visitas">
      <SourcesPanel
        sources={data.sources}
        referrers={data.referrers}
        devices={data.devices}
        shared={data.shared}
      />
    </PanelBoundary>
  )
}

function Week({ data }: Figures) {
  return (
    <PanelBoundary title="Cuándo te visitan">
      <HeatmapPanel heatmap={data.heatmap} />
    </PanelBoundary>
  )
}

/** Of a filter: the others are of people or of now, and say nothing about a part of the facts. */
function FilteredPanels({ data, pale }: Figures & { readonly pale: string }) {
  return (
    <div className={`grid gap-3.5 @min-[37.5rem]:grid-cols-2 ${pale}`}>
      <Sources data={data} />
      <Week data={data} />
    </div>
  )
}

/** All below the fold, loaded while the figures are asked for. */
export function LowerPanels({ profileId, data, live, customTitle, pale, isFew }: LowerPanelsProps) {
  if (hasFilter(useFiltering().narrowed)) return <FilteredPanels {...{ data, pale }} />
  if (isFew) return <FewPanels {...{ data, live, customTitle, pale }} />
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
          <VisitorsPanel visitors={data.visitors} total={data.visitors_total} />
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
        <Sources data={data} />
        <PanelBoundary title="Recordatorios">
          <ReminderFiguresPanel reminders={data.reminders} />
        </PanelBoundary>
      </div>
      <div className={`grid @min-[37.5rem]:[grid-area:week] ${pale}`}>
        <Week data={data} />
      </div>
    </div>
  )
}
