import type { ReactNode } from 'react'
import { useNow } from '../../ui/browser/use-browser.ts'
import { failureText } from './analytics-api.ts'
import { dayText } from './series/days.ts'
import {
  type LiveAnalytics,
  ageSeconds,
  LATE_SECONDS,
  type AnsweredFigures,
} from './live/use-live-analytics.ts'
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'

interface PeriodLineProps {
  readonly live: LiveAnalytics
  readonly tools: ReactNode
}

export function PeriodLine({ live, tools }: PeriodLineProps) {
  const { data, error, answeredAtMs, isLive, retry } = live
  return (
    <div className="text-small text-ink-3 tabular-nums">
      {/* Keeps its height when empty, so that nothing below moves. On phones each part has its line, however long it gets. */}
      <div className="-my-1 flex min-h-11 items-center gap-1 min-[900px]:min-h-8">
        <p className="min-w-0 max-[899px]:*:block min-[900px]:*:whitespace-nowrap">
          {data && <Days from={data.from} to={data.to} />}
          {data && answeredAtMs !== undefined && (
            <>
              <span className="max-[899px]:hidden!"> · </span>
              <Freshness lagSeconds={data.lag_seconds} answeredAtMs={answeredAtMs} isLive={isLive} />
            </>
          )}
        </p>
        {tools}
      </div>
      <div role="status">
        {error !== undefined && data && (
          <p>
            {failureText(error, 'No pudimos actualizar las analíticas.')}{' '}
            <button type="button" onClick={retry} className="font-semibold text-accent underline">
              Reintentar
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

/** `time` never breaks within. */
function Days({ from, to }: Pick<UnifiedAnalytics, 'from' | 'to'>) {
  if (from === to) return <time dateTime={to}>{dayText(to)}</time>
  return (
    <span>
      <time dateTime={from}>{dayText(from)}</time> – <time dateTime={to}>{dayText(to)}</time>
    </span>
  )
}

function Freshness(answered: AnsweredFigures) {
  const age = ageSeconds(answered, useNow())
  if (age === null)
    return <span className="font-semibold text-warning">Pueden faltar los datos más recientes</span>
  const seconds = Math.max(Math.ceil(age), 1)
  if (age <= LATE_SECONDS) return <span>{`actualizado hace ${seconds}\u00a0s`}</span>
  return <span className="font-semibold text-warning">{`Los datos van ${seconds}\u00a0s atrasados`}</span>
}
