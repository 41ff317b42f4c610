import type { ReactNode } from 'react'
import { useNow } from '../../ui/browser/use-browser.ts'
import { failureText } from './analytics-api.ts'
import { dayText } from './days.ts'
import {
  type LiveAnalytics,
  ageSeconds,
  LATE_SECONDS,
  type AnsweredFigures,
} from './live/use-live-analytics.ts'
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { RANGES, type Range } from '@app/contracts/traffic/ranges.ts'
import { Segments } from '../../ui/Segments.tsx'
import { DEFINITIONS } from '@app/contracts/traffic/shares.ts'
import { peopleText } from './live/live-feed.ts'

export function PeriodLine({ live, tools }: { readonly live: LiveAnalytics; readonly tools: ReactNode }) {
  const { data, error, answeredAtMs, isLive, retry } = live
  return (
    <div className="text-small text-ink-3 tabular-nums">
      {/* Keeps its height when empty, so that nothing below moves. On phones each part has its line, however long it gets. */}
      <div className="-my-1 flex min-h-11 items-center gap-1 max-[899px]:flex-wrap min-[900px]:min-h-8">
        <p className="min-w-0 max-[899px]:max-w-max max-[899px]:min-w-min max-[899px]:flex-1 max-[899px]:*:block min-[900px]:*:whitespace-nowrap">
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

const NAMES: Record<Range, readonly [short: string, whole: string]> = {
  '7d': ['7 d', '7 días'],
  '1m': ['1 m', '1 mes'],
  '3m': ['3 m', '3 meses'],
  '6m': ['6 m', '6 meses'],
  '12m': ['12 m', '12 meses'],
  'all-time': ['Todo', 'Toda la vida'],
}

const OPTIONS = RANGES.map((value) => ({
  value,
  text: (
    <>
      <span aria-hidden="true" className="@min-[31rem]:hidden">
        {NAMES[value][0]}
      </span>
      <span className="@max-[31rem]:sr-only">{NAMES[value][1]}</span>
    </>
  ),
}))

interface RangeRowProps {
  readonly range: Range | undefined
  readonly onChoose: (range: Range) => void
  readonly period: ReactNode
}

export const RangeRow = ({ range, onChoose, period }: RangeRowProps) => (
  <div className="@container mb-2 min-[900px]:mb-3.5">
    <div className="grid grid-cols-[minmax(0,1fr)] items-center justify-between gap-x-3 gap-y-2 @min-[56rem]:grid-cols-[auto_auto]">
      <Segments
        label="Período"
        options={OPTIONS}
        chosen={range}
        onChoose={onChoose}
        className="w-full @min-[31rem]:w-fit"
        buttonClassName="px-1 @min-[31rem]:flex-none @min-[31rem]:px-3"
      />
      {period}
    </div>
  </div>
)

/** Hidden from screen readers: the text beside it says the same. */
export const LiveDot = ({ on }: { readonly on: boolean }) => (
  <i
    aria-hidden="true"
    className={`size-2 flex-none rounded-full ${on ? 'live-dot bg-(--live)' : 'bg-line-strong'}`}
  />
)

export const LivePill = ({ people }: { readonly people: number }) =>
  people > 0 && (
    <span
      title={DEFINITIONS.people}
      className="inline-flex min-h-8 max-w-full min-w-0 justify-self-start animate-[fade_var(--dur-3)_var(--ease-out)] items-center gap-2.5 rounded-full bg-success-soft px-3 py-1 text-small font-semibold text-success tabular-nums"
    >
      <LiveDot on />
      <span>{peopleText(people)}</span>
    </span>
  )
