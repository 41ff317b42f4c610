import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import type { Figure } from '@app/contracts/traffic/shares.ts'
import { isComparable } from '@app/contracts/traffic/ranges.ts'
import { ArrowDownRight, ArrowUpRight, Minus, Sparkle } from 'lucide-react'
import { countedText, countLabel, percentLabel, pointsText } from '../../ui/wording/figures.ts'
import { dayText } from './days.ts'
import { useFiltering } from './filtering.tsx'

interface Kpi {
  readonly label: string
  readonly figure: Figure
  readonly headline: 'total_visits' | 'social_clicks_total' | 'vcf_downloads' | 'engagement_rate'
  readonly token: string
}

export const KPIS: readonly Kpi[] = [
  {
    label: 'Visitas Totales',
    figure: 'total_visits',
    headline: 'total_visits',
    token: '--series-visits',
  },
  {
    label: 'Clics Totales',
    figure: 'social_clicks',
    headline: 'social_clicks_total',
    token: '--series-clicks',
  },
  {
    label: 'Contactos Guardados',
    figure: 'vcf_downloads',
    headline: 'vcf_downloads',
    token: '--series-contacts',
  },
  {
    label: 'Tasa Interacción',
    figure: 'engagement_rate',
    headline: 'engagement_rate',
    token: '--ink-3',
  },
]

/** With fewer visits of a profile most panels would be empty, and a best hour an accident. */
export const PANELS_VISITS_MIN = 20

const isRate = ({ headline }: Kpi): boolean => headline === 'engagement_rate'
export const formatOf = (kpi: Kpi): ((value: number) => string) => (isRate(kpi) ? percentLabel : countLabel)

interface Delta {
  readonly direction: keyof typeof LOOKS
  readonly amount: string
}

/** In percent; a rate in points, as a percentage of a percentage misleads. @returns undefined for zero after zero */
export function deltaOf(kpi: Kpi, now: number, before: number): Delta | undefined {
  if (before === 0) return now === 0 ? undefined : { direction: 'new', amount: 'Nuevo' }
  const change = isRate(kpi) ? now - before : (100 * (now - before)) / before
  const size = Math.round(Math.abs(change) * 10) / 10
  const direction = size === 0 ? 'level' : change > 0 ? 'up' : 'down'
  return { direction, amount: isRate(kpi) ? pointsText(size) : percentLabel(size) }
}

/** Arrow, amount and words: colour alone is not accessible. */
const LOOKS = {
  new: { Icon: Sparkle, colour: 'text-accent', word: '' },
  up: { Icon: ArrowUpRight, colour: 'text-success', word: 'subió ' },
  down: { Icon: ArrowDownRight, colour: 'text-danger', word: 'bajó ' },
  level: { Icon: Minus, colour: 'text-ink-2', word: 'cambió ' },
} as const

const lengthOf = ({ from, to }: Pick<UnifiedAnalytics, 'from' | 'to'>): number => daysBetween(from, to) + 1

interface CaptionProps {
  readonly kpi: Kpi
  readonly data: UnifiedAnalytics
}

/** All time has no earlier period, and zero after zero has no change. Each text is alone in an element. */
function Caption({ kpi, data }: CaptionProps) {
  const { previous, from } = data
  if (previous === null)
    return (
      <>
        <span>desde el </span>
        <time dateTime={from}>{dayText(from)}</time>
      </>
    )
  if (!isComparable(data)) return <span>Sin comparación</span>
  const delta = deltaOf(kpi, data[kpi.headline], previous[kpi.headline])
  if (!delta) return <span>{`en ${countedText(lengthOf(data), 'día', 'días')}`}</span>
  const { Icon, colour, word } = LOOKS[delta.direction]
  return (
    <span>
      <b className={`inline-flex items-center gap-0.5 font-[650] ${colour}`}>
        <Icon aria-hidden="true" size={14} strokeWidth={2.4} />
        <span className="sr-only">{word}</span>
        <span>{delta.amount}</span>
      </b>{' '}
      <span className="inline-block">{`vs. ${countedText(lengthOf(previous), 'día anterior', 'días anteriores')}`}</span>
    </span>
  )
}

/** Without figures, which start.js puts in while the scripts are on their way. */
export function KpiCards({ data }: { readonly data?: UnifiedAnalytics }) {
  // A press on a network is an interaction, so its rate is no figure.
  const isCertain = useFiltering().narrowed.network !== undefined
  const figureOf = (kpi: Kpi, { [kpi.headline]: figure }: UnifiedAnalytics) =>
    isCertain && isRate(kpi) ? '—' : formatOf(kpi)(figure)
  return (
    <div className={KPI_GRID}>
      {KPIS.map((kpi) => (
        <section key={kpi.headline} aria-label={kpi.label} className={KPI_CARD}>
          <div className="flex items-center gap-1.5 text-micro font-semibold text-ink-2 sm:text-small">
            <i className="size-2 flex-none rounded-[3px]" style={{ background: `var(${kpi.token})` }} />
            <span>{kpi.label}</span>
          </div>
          <p className={FIGURE} data-figure={kpi.headline}>
            {data && figureOf(kpi, data)}
          </p>
          <p className="mt-px min-h-[1lh] text-micro text-ink-3 tabular-nums">
            {data && isCertain && isRate(kpi) && <span>100,0% por definición</span>}
            {data && !(isCertain && isRate(kpi)) && <Caption kpi={kpi} data={data} />}
          </p>
        </section>
      ))}
    </div>
  )
}

const KPI_GRID = 'grid gap-2.5 @min-[20.75rem]:grid-cols-2 @min-[37.5rem]:gap-3.5 @min-[53.75rem]:grid-cols-4'
const KPI_CARD = '@container card min-h-24 px-[13px] py-2.5 sm:min-h-28 sm:px-4 sm:py-3.5'
const FIGURE =
  'mt-0.5 min-h-[1lh] text-h1 leading-[1.15] font-[650] tracking-[-0.035em] tabular-nums sm:mt-1.5 sm:text-figure'
