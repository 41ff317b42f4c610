import type { Insight } from '@app/contracts/analytics/insight-calls.ts'
import { RotateCw } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { failureText, useInsightsQuery } from '../analytics-api.ts'
import { basisText } from './insight-days.ts'
import { InsightItem } from './InsightItem.tsx'

interface BodyProps {
  readonly insights: readonly Insight[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

function Body({ insights, error, onRetry }: BodyProps) {
  if (insights?.length === 0) return <p className="text-small text-ink-3">No hay insights disponibles</p>
  if (insights) {
    return (
      <ul className="grid gap-x-8 gap-y-1 @min-[60rem]:grid-cols-3">
        {insights.map((insight) => (
          <InsightItem key={insight.title} insight={insight} />
        ))}
      </ul>
    )
  }
  if (error !== undefined) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-small text-ink-2">
        <p>{failureText(error, 'No pudimos cargar los insights.')}</p>
        <Button size="sm" icon={<RotateCw aria-hidden="true" size={15} />} onClick={onRetry}>
          Reintentar
        </Button>
      </div>
    )
  }
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Cargando insights…</span>
      <div className="skeleton h-11" />
    </div>
  )
}

const FRESH_SECONDS = 60

interface InsightsPanelProps {
  readonly profileId: string
  /** Full days that the rules read. */
  readonly days: number
}

/** Does not depend on the chosen range: the rules use the last weeks. */
export function InsightsPanel({ profileId, days }: InsightsPanelProps) {
  const { currentData, error, refetch } = useInsightsQuery(profileId, {
    refetchOnMountOrArgChange: FRESH_SECONDS,
  })
  return (
    <Panel title="Insights IA" aside={<span className="text-micro text-ink-3">{basisText(days)}</span>}>
      <Body insights={currentData} error={error} onRetry={() => void refetch()} />
    </Panel>
  )
}
