import { Freshness } from './Freshness.tsx'
import { spanText } from './series/days.ts'
import type { LiveAnalytics } from './live/use-live-analytics.ts'

/** The days shown, how fresh they are, and a quiet word when asking again fails. */
export function PeriodLine({ live }: { readonly live: LiveAnalytics }) {
  const { data, failing, answeredAtMs, told, retry } = live
  return (
    <div className="text-small text-ink-3 tabular-nums">
      {/* The line keeps its height while there is nothing to say, so that nothing below it jumps. */}
      <p className="min-h-[1.45em]">
        {data && spanText(data.from, data.to)}
        {data && answeredAtMs !== undefined && (
          <>
            {' · '}
            <Freshness lagSeconds={data.lag_seconds} answeredAtMs={answeredAtMs} told={told} />
          </>
        )}
      </p>
      <div role="status">
        {failing && data && (
          <p>
            No pudimos actualizar las analíticas.{' '}
            <button type="button" onClick={retry} className="font-semibold text-accent underline">
              Reintentar
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
