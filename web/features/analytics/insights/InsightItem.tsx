import { PRIORITY_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import type { Insight, INSIGHT_ICONS, Priority } from '@app/contracts/analytics/insight-calls.ts'
import {
  ArrowRight,
  Award,
  Clock,
  MousePointerClick,
  TrendingDown,
  TrendingUp,
  Unlink,
  type LucideIcon,
} from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { tabAddress } from '../../../app/shell/tabs.ts'

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

/** A press opens evidence and action. */
export function InsightItem({ insight }: { readonly insight: Insight }) {
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
            {PRIORITY_NAMES[insight.priority]}
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
