import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import { engagedOfFew } from '@app/contracts/traffic/shares.ts'
import { isComparable } from '@app/contracts/traffic/ranges.ts'
import { ArrowDownRight, ArrowUpRight, Minus, Sparkle } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { countedText } from '../../../ui/wording/figures.ts'
import { useFiltering } from '../filter/filtering.ts'
import { dayText, type PartialEnds } from '../series/days.ts'
import { KPIS, type Kpi, deltaSentence, type Delta } from './kpis.ts'

const SPARK_WIDTH = 300
const SPARK_HEIGHT = 40
const TOP = 4
const ZERO = 36

const round = (value: number): number => Math.round(value * 10) / 10

/** Control points have the height of their end points, so that the curve never exceeds the values. */
export function sparklinePath(values: readonly number[]): string {
  const best = Math.max(1, ...values)
  const step = SPARK_WIDTH / (values.length - 1)
  const points = values.map((value, at) => ({
    x: round(at * step),
    y: round(ZERO - ((ZERO - TOP) * value) / best),
  }))
  return points.reduce((path, { x, y }, at) => {
    const before = points[at - 1]
    if (before === undefined) return `M${x} ${y}`
    const middle = round((before.x + x) / 2)
    return `${path}C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
  }, '')
}

export const areaPath = (line: string): string => `${line}L${SPARK_WIDTH} ${SPARK_HEIGHT}L0 ${SPARK_HEIGHT}Z`

interface SparklineProps {
  readonly values: readonly number[]
  readonly token: string
}

const Sparkline = memo(function Sparkline({ values, token }: SparklineProps) {
  const line = sparklinePath(values)
  const stroke = `var(${token})`
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-0 h-10 w-full"
    >
      <path d={areaPath(line)} fill={stroke} opacity=".13" />
      <path d={line} fill="none" stroke={stroke} strokeWidth="1.75" vectorEffect="non-scaling-stroke" />
    </svg>
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

const NOTE = 'mt-px text-micro text-ink-3'

/** Arrow, amount and words: colour alone is not accessible. */
function KpiDelta({ delta, days }: KpiDeltaProps) {
  const isNew = delta.kind === 'new'
  const { Icon, colour } = LOOKS[isNew ? 'new' : delta.direction]
  return (
    <p className={`flex flex-wrap items-center gap-x-1.5 tabular-nums ${NOTE}`}>
      <span className="sr-only">{deltaSentence(delta, days)}</span>
      <span aria-hidden="true" className={`flex flex-none items-center gap-0.5 font-[650] ${colour}`}>
        <Icon size={14} strokeWidth={2.4} />
        <span>{isNew ? 'Nuevo' : delta.amount}</span>
      </span>
      <span aria-hidden="true">{`vs. ${countedText(days, 'día anterior', 'días anteriores')}`}</span>
    </p>
  )
}

const lengthOf = ({ from, to }: Pick<UnifiedAnalytics, 'from' | 'to'>): number => daysBetween(from, to) + 1

/** All time has no earlier period, and zero after zero has no change. */
function Caption({
  data,
  kpi: { deltaOf, headline },
}: {
  readonly data: UnifiedAnalytics
  readonly kpi: Kpi
}) {
  const { previous, from } = data
  if (previous === null)
    return (
      <p className={NOTE}>
        desde el <time dateTime={from}>{dayText(from)}</time>
      </p>
    )
  if (!isComparable(data)) return <p className={NOTE}>Sin comparación</p>
  const delta = deltaOf(data[headline], previous[headline])
  if (delta) return <KpiDelta delta={delta} days={lengthOf(previous)} />
  return <p className={NOTE}>{`en ${countedText(lengthOf(data), 'día', 'días')}`}</p>
}

/** A percentage of a handful says more than it knows. */
function figureOf(kpi: Kpi, data: UnifiedAnalytics): ReactNode {
  const engaged = kpi.headline === 'engagement_rate' ? engagedOfFew(data) : undefined
  const { unique_visitors: visitors } = data
  return engaged === undefined ? (
    kpi.format(data[kpi.headline])
  ) : (
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
  readonly partial: PartialEnds
}

const LINE_POINTS_MIN = 2

export function KpiCards({ data, partial }: KpiCardsProps) {
  const { narrowed } = useFiltering()
  const points = data.temporal_data
  // A part of a period would look like a fall.
  const whole = points.slice(partial.first ? 1 : 0, partial.last ? -1 : undefined)
  return (
    <div className={KPI_GRID}>
      {KPIS.map((kpi) => {
        const { label, token, headline, pointOf } = kpi
        // A press on a network is an interaction.
        const isCertain = headline === 'engagement_rate' && narrowed.network !== undefined
        return (
          <section key={headline} aria-label={label} className={KPI_CARD}>
            <KpiFace label={label} token={token}>
              {isCertain ? '—' : figureOf(kpi, data)}
            </KpiFace>
            {isCertain ? <p className={NOTE}>100% por definición</p> : <Caption data={data} kpi={kpi} />}
            {whole.length >= LINE_POINTS_MIN && !isCertain && (
              <Sparkline values={whole.map(pointOf)} token={token} />
            )}
          </section>
        )
      })}
    </div>
  )
}

export const KPI_GRID =
  'grid gap-2.5 @min-[20.75rem]:grid-cols-2 @min-[37.5rem]:gap-3.5 @min-[53.75rem]:grid-cols-4'
export const KPI_CARD =
  '@container card relative min-h-[7.5rem] overflow-hidden px-[13px] pt-2.5 pb-10 sm:min-h-[8.625rem] sm:px-4 sm:pt-[15px]'

interface KpiFaceProps {
  readonly label: string
  /** Name of the CSS variable of its colour. */
  readonly token: string
  /** The figure. */
  readonly children: ReactNode
}

/** Head of a card, alike while its figure is read again. */
export const KpiFace = ({ label, token, children }: KpiFaceProps) => (
  <>
    <div className="flex items-center gap-1.5 text-micro font-semibold text-ink-2 sm:text-small">
      <i className="size-2 flex-none rounded-[3px]" style={{ background: `var(${token})` }} />
      <span>{label}</span>
    </div>
    <p className="mt-0.5 text-h1 leading-[1.15] font-[650] tracking-[-0.035em] tabular-nums sm:mt-1.5 sm:text-figure">
      {children}
    </p>
  </>
)
