import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { useDeferredValue } from 'react'
import { ComparisonPanel } from './ComparisonPanel.tsx'
import { KpiCards } from './KpiCards.tsx'
import { NetworksPanel } from './NetworksPanel.tsx'
import { SourcesPanel } from './SourcesPanel.tsx'

interface AnalyticsFiguresProps {
  readonly data: UnifiedAnalytics
  readonly stale: boolean
  readonly customTitle: string
}

export function AnalyticsFigures({ data, stale, customTitle }: AnalyticsFiguresProps) {
  // The figures first: redrawing the chart may take longer than the second in which a tap must show.
  const chart = useDeferredValue(data)
  return (
    <div aria-busy={stale} className={`grid gap-3.5 ${stale ? 'stale' : ''}`}>
      <KpiCards data={data} />
      <div className="grid gap-3.5 min-[1100px]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ComparisonPanel points={chart.temporal_data} unit={chart.time_unit} />
        <NetworksPanel
          clicks={data.social_clicks}
          total={data.social_clicks_total}
          best={data.most_effective_platform}
          customTitle={customTitle}
        />
      </div>
      <SourcesPanel sources={data.sources} />
    </div>
  )
}
