import type { Insight, INSIGHT_ICONS, Priority } from '@app/contracts/analytics.ts'
import {
  RotateCw,
  ArrowRight,
  Award,
  Clock,
  MousePointerClick,
  TrendingDown,
  TrendingUp,
  Unlink,
  type LucideIcon,
} from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { failureText, useInsightsQuery } from '../analytics-api.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import { PRIORITY_NAMES } from '@app/contracts/traffic/kinds.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Link, useLocation } from 'react-router-dom'
import { tabAddress } from '../../../app/shell/tabs.tsx'

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

/** Does not depend on the chosen range: the rules use the last weeks. */
export function InsightsPanel({ profileId, days }: { readonly profileId: string; readonly days: number }) {
  const { currentData, error, refetch } = useInsightsQuery(profileId, {
    refetchOnMountOrArgChange: FRESH_SECONDS,
  })
  return (
    <Panel title="Insights IA" aside={<span className="text-micro text-ink-3">{basisText(days)}</span>}>
      <Body insights={currentData} error={error} onRetry={() => void refetch()} />
    </Panel>
  )
}

interface Lived {
  readonly to: string
  readonly traffic_since: string | null
}

/** The rules read full days, from the first with traffic up to yesterday. */
export function insightDays({ to, traffic_since }: Lived): number {
  if (traffic_since === null) return 0
  return Math.min(LIMITS.insightDays, Math.max(0, daysBetween(traffic_since, to)))
}

const basisText = (days: number): string =>
  days === 0 ? 'Aún sin días completos' : `Reglas + datos de ${countedText(days, 'día', 'días')}`

const PRIORITY_LOOKS: Record<Priority, string> = {
  high: 'bg-danger-soft text-danger',
  medium: 'bg-warning-soft text-warning',
  low: 'bg-accent-soft text-accent',
}

const LINKS = { tab: 'profile', text: 'Revisar mis enlaces' } as const
const PROFILE = { tab: 'profile', text: 'Editar mi perfil' } as const
const SHARE = { tab: 'profiles', text: 'Compartir mi perfil' } as const

/** With the tab where the owner can do what an insight advises. */
const LOOKS: Record<
  (typeof INSIGHT_ICONS)[number],
  { readonly Icon: LucideIcon; readonly place: typeof LINKS | typeof PROFILE | typeof SHARE }
> = {
  'trending-up': { Icon: TrendingUp, place: SHARE },
  'trending-down': { Icon: TrendingDown, place: SHARE },
  clock: { Icon: Clock, place: SHARE },
  award: { Icon: Award, place: LINKS },
  unlink: { Icon: Unlink, place: LINKS },
  'mouse-pointer-click': { Icon: MousePointerClick, place: PROFILE },
}

function InsightItem({ insight }: { readonly insight: Insight }) {
  const { search } = useLocation()
  const { Icon, place } = LOOKS[insight.icon]
  return (
    <li>
      <details className="text-small wrap-anywhere">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-sm">
          <span className="grid size-[2.125rem] flex-none place-items-center rounded-[10px] bg-accent-soft text-accent">
            <Icon aria-hidden="true" size={18} />
          </span>
          <h3 className="min-w-[min(9rem,100%)] flex-1 text-nav tracking-[-0.01em]">{insight.title}</h3>
          <span
            className={`inline-flex h-[1.1875rem] items-center rounded-full px-2 text-[.6875rem] font-semibold ${PRIORITY_LOOKS[insight.priority]}`}
          >
            <span className="sr-only">Prioridad </span>
            <span>{PRIORITY_NAMES[insight.priority]}</span>
          </span>
        </summary>
        <p className="mt-1.5 text-ink-2">{insight.description}</p>
        <p className="mt-1 font-semibold">{insight.action}</p>
        <Link
          to={tabAddress(search, place.tab)}
          className="inline-flex min-h-8 items-center gap-1 font-semibold text-accent hover:underline pointer-coarse:min-h-11"
        >
          {place.text}
          <ArrowRight aria-hidden="true" size={14} strokeWidth={2.2} />
        </Link>
      </details>
    </li>
  )
}
