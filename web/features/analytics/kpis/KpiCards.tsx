import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import { engagedOfFew } from '@app/contracts/traffic/small-numbers.ts'
import { isComparable } from '@app/contracts/traffic/comparable.ts'
import { unfinishedName } from '@app/contracts/traffic/unfinished.ts'
import { dayText } from '../series/days.ts'
import type { Narrowed } from '../filter/filter-address.ts'
import { useFiltering } from '../filter/filtering.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import { KPI_CARD, KpiFace } from './KpiFace.tsx'
import { KPIS, type Kpi } from './kpis.ts'
import { memo, type ReactNode } from 'react'
import { ArrowDownRight, ArrowUpRight, Minus, Sparkle } from 'lucide-react'
import { deltaSentence, type Delta } from './delta.ts'
import { areaPath, SPARK_HEIGHT, SPARK_WIDTH, sparklinePath, unfinishedPaths } from './sparkline.ts'

interface SparklineProps {
  readonly values: readonly number[]
  readonly token: string
  /** Name of the last period if it is not over. */
  readonly unfinished: string | undefined
}

const STROKE = { fill: 'none', strokeWidth: '1.75', vectorEffect: 'non-scaling-stroke' } as const

const Sparkline = memo(function Sparkline({ values, token, unfinished }: SparklineProps) {
  const line = sparklinePath(values)
  const [whole, open] = unfinished === undefined ? [line, undefined] : unfinishedPaths(values)
  const stroke = `var(${token})`
  return (
    <div className="absolute inset-x-0 bottom-0 flex h-10 flex-col">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
        preserveAspectRatio="none"
        className="min-h-0 w-full flex-1"
      >
        <path d={areaPath(line)} fill={stroke} opacity=".13" />
        <path {...STROKE} d={whole} stroke={stroke} />
        {open !== undefined && <path {...STROKE} d={open} stroke={stroke} strokeDasharray="2 4" />}
      </svg>
      {unfinished !== undefined && (
        <span
          aria-hidden="true"
          className="pr-2.5 pb-1.5 text-right text-micro leading-none text-ink-2"
          style={{ background: `color-mix(in srgb, ${stroke} 13%, transparent)` }}
        >
          {unfinished}
        </span>
      )}
    </div>
  )
})

interface KpiDeltaProps {
  readonly delta: Delta
  readonly days: number
}

const LOOKS = {
  new: { Icon: Sparkle, colour: 'text-accent' },
  up: { Icon: ArrowUpRight, colour: 'text-success' },
  down: { Icon: ArrowDownRight, colour: 'text-danger' },
  level: { Icon: Minus, colour: 'text-ink-2' },
} as const

/** Arrow, amount and words: colour alone is not accessible. */
function KpiDelta({ delta, days }: KpiDeltaProps) {
  const isNew = delta.kind === 'new'
  const { Icon, colour } = LOOKS[isNew ? 'new' : delta.direction]
  return (
    <p className="mt-px flex flex-wrap items-center gap-x-1.5 text-micro text-ink-3 tabular-nums">
      <span className="sr-only">{deltaSentence(delta, days)}</span>
      <span aria-hidden="true" className={`flex flex-none items-center gap-0.5 font-[650] ${colour}`}>
        <Icon size={14} strokeWidth={2.4} />
        <span>{isNew ? 'Nuevo' : delta.amount}</span>
      </span>
      <span aria-hidden="true">{`vs. ${countedText(days, 'día anterior', 'días anteriores')}`}</span>
    </p>
  )
}

interface KpiCardProps {
  readonly label: string
  readonly value: number
  readonly format: (value: number) => string
  /** Name of the CSS variable of its colour. */
  readonly token: string
  /** In place of the figure, where this would say more than it knows. */
  readonly instead: ReactNode
  readonly caption: ReactNode
  readonly children: ReactNode
}

function KpiCard({ label, value, format, token, instead, caption, children }: KpiCardProps) {
  return (
    <section aria-label={label} className={KPI_CARD}>
      <KpiFace label={label} token={token}>
        {instead ?? format(value)}
      </KpiFace>
      {caption}
      {children}
    </section>
  )
}

const lengthOf = ({ from, to }: Pick<UnifiedAnalytics, 'from' | 'to'>): number => daysBetween(from, to) + 1

/** Whoever pressed a network has interacted. */
const isRateCertain = ({ headline }: Kpi, { network }: Narrowed): boolean =>
  headline === 'engagement_rate' && network !== undefined

function captionText(data: UnifiedAnalytics, compares: boolean): string {
  if (compares && !isComparable(data)) return 'Sin comparación'
  return `en ${countedText(lengthOf(data), 'día', 'días')}`
}

/** All time has no earlier period, and zero after zero has no change. */
function Caption({ data, kpi }: { readonly data: UnifiedAnalytics; readonly kpi: Kpi }) {
  const { previous, from } = data
  const { deltaOf, headline } = kpi
  const { compares, narrowed } = useFiltering()
  if (isRateCertain(kpi, narrowed)) return <p className="mt-px text-micro text-ink-3">100% por definición</p>
  if (previous === null)
    return (
      <p className="mt-px text-micro text-ink-3">
        desde el <time dateTime={from}>{dayText(from)}</time>
      </p>
    )
  const delta = compares && isComparable(data) ? deltaOf(data[headline], previous[headline]) : undefined
  if (delta) return <KpiDelta delta={delta} days={lengthOf(previous)} />
  return <p className="mt-px text-micro text-ink-3">{captionText(data, compares)}</p>
}

function fewVisitors(data: UnifiedAnalytics): ReactNode {
  const engaged = engagedOfFew(data)
  const { unique_visitors: visitors } = data
  return engaged === undefined ? undefined : (
    <>
      <span>{`${engaged} de ${visitors}`}</span>
      <small className="text-small font-[550] tracking-normal">
        {visitors === 1 ? ' visitante' : ' visitantes'}
      </small>
    </>
  )
}

interface KpiCardsProps {
  readonly data: UnifiedAnalytics
  readonly today: string
}

export function KpiCards({ data, today }: KpiCardsProps) {
  const { temporal_data, time_unit } = data
  const unfinished = unfinishedName(temporal_data, time_unit, today)
  const { narrowed } = useFiltering()
  const insteadOf = (kpi: Kpi): ReactNode => {
    if (isRateCertain(kpi, narrowed)) return '—'
    return kpi.headline === 'engagement_rate' ? fewVisitors(data) : undefined
  }
  return (
    <div className="grid gap-2.5 @min-[20.75rem]:grid-cols-2 @min-[37.5rem]:gap-3.5 @min-[53.75rem]:grid-cols-4">
      {KPIS.map((kpi) => (
        <KpiCard
          key={kpi.headline}
          label={kpi.label}
          value={data[kpi.headline]}
          format={kpi.format}
          token={kpi.token}
          instead={insteadOf(kpi)}
          caption={<Caption data={data} kpi={kpi} />}
        >
          {temporal_data.length > 1 && !isRateCertain(kpi, narrowed) && (
            <Sparkline values={temporal_data.map(kpi.pointOf)} token={kpi.token} unfinished={unfinished} />
          )}
        </KpiCard>
      ))}
    </div>
  )
}
