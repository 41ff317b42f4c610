import type { Insight } from '@app/contracts/api/insight-calls.ts'
import { RotateCw, Sparkles } from 'lucide-react'
import { memo } from 'react'
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
  if (insights && insights.length > 0) {
    return (
      <ul>
        {insights.map((insight) => (
          <InsightItem key={insight.title} insight={insight} />
        ))}
      </ul>
    )
  }
  if (insights) {
    return <p className="grid flex-1 place-items-center text-small text-ink-3">No hay insights disponibles</p>
  }
  if (error !== undefined) {
    return (
      <div
        role="alert"
        className="grid flex-1 content-center justify-items-center gap-3 text-small text-ink-2"
      >
        <p>{failureText(error, 'No pudimos cargar los insights.')}</p>
        <Button size="sm" icon={<RotateCw aria-hidden="true" size={15} />} onClick={onRetry}>
          Reintentar
        </Button>
      </div>
    )
  }
  return (
    <div role="status" aria-busy="true" className="grid gap-4">
      <span className="sr-only">Cargando insights…</span>
      {[1, 2, 3].map((line) => (
        <div key={line} className="skeleton h-[76px]" />
      ))}
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
export const InsightsPanel = memo(function InsightsPanel({ profileId, days }: InsightsPanelProps) {
  const { currentData, error, refetch } = useInsightsQuery(profileId, {
    refetchOnMountOrArgChange: FRESH_SECONDS,
  })
  return (
    <Panel
      title="Insights IA"
      aside={
        <span className="-my-0.5 inline-flex min-h-[1.375rem] items-center gap-[5px] rounded-full bg-surface-3 px-2 text-micro font-semibold text-ink-2">
          <Sparkles aria-hidden="true" size={12} strokeWidth={2.2} />
          {basisText(days)}
        </span>
      }
    >
      {/* Reserves height while loading, and less when there are no insights. */}
      <div
        className={`flex flex-1 flex-col ${currentData?.length === 0 ? 'min-h-24' : 'min-h-[264px] @min-[37.5rem]:min-h-[168px]'}`}
      >
        <Body insights={currentData} error={error} onRetry={() => void refetch()} />
      </div>
      <p className="mt-3.5 border-t border-line pt-3 text-micro text-ink-3">
        Cada insight dice el número en que se basa. Con pocos datos no mostramos ninguno.
      </p>
    </Panel>
  )
})
