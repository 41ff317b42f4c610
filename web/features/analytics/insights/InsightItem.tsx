import { PRIORITY_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import type { Insight, INSIGHT_ICONS, Priority } from '@app/contracts/api/insight-calls.ts'
import {
  ArrowRight,
  CornerDownRight,
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

const ICONS: Record<(typeof INSIGHT_ICONS)[number], LucideIcon> = {
  'trending-up': TrendingUp,
  'trending-down': TrendingDown,
  clock: Clock,
  award: Award,
  unlink: Unlink,
  'mouse-pointer-click': MousePointerClick,
}

const PRIORITY_LOOKS: Record<Priority, string> = {
  high: 'bg-danger-soft text-danger',
  medium: 'bg-warning-soft text-warning',
  low: 'bg-accent-soft text-accent',
}

interface Place {
  /** Tab of the dashboard. */
  readonly tab: 'profile' | 'profiles'
  readonly text: string
}

const LINKS: Place = { tab: 'profile', text: 'Revisar mis enlaces' }
const PROFILE: Place = { tab: 'profile', text: 'Editar mi perfil' }
const SHARE: Place = { tab: 'profiles', text: 'Compartir mi perfil' }

/** Where the owner can do what an insight advises. */
const PLACES: Record<(typeof INSIGHT_ICONS)[number], Place> = {
  'trending-up': SHARE,
  'trending-down': SHARE,
  clock: SHARE,
  award: LINKS,
  unlink: LINKS,
  'mouse-pointer-click': PROFILE,
}

export function InsightItem({ insight }: { readonly insight: Insight }) {
  const { search } = useLocation()
  const Icon = ICONS[insight.icon]
  const place = PLACES[insight.icon]
  const [name, look] = [PRIORITY_NAMES[insight.priority], PRIORITY_LOOKS[insight.priority]]
  return (
    <li className="flex flex-wrap gap-3 border-t border-line py-3.5 first:border-0 first:pt-0.5 last:pb-0">
      <span className="grid size-[2.125rem] flex-none place-items-center rounded-[10px] bg-accent-soft text-accent">
        <Icon aria-hidden="true" size={18} />
      </span>
      <div className="min-w-[min(9rem,100%)] flex-1 text-small wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="text-nav tracking-[-0.01em]">{insight.title}</h3>
          <span
            className={`inline-flex h-[1.1875rem] items-center rounded-full px-2 text-[.6875rem] font-semibold ${look}`}
          >
            <span className="sr-only">Prioridad </span>
            {name}
          </span>
        </div>
        <p className="mt-0.5 text-ink-2">{insight.description}</p>
        <p className="mt-1 flex items-start gap-1.5 font-semibold">
          <CornerDownRight
            aria-hidden="true"
            size={14}
            strokeWidth={2.2}
            className="mt-0.5 flex-none text-accent"
          />
          {insight.action}
        </p>
        <Link
          to={tabAddress(search, place.tab)}
          className="relative inline-flex min-h-8 items-center gap-1 font-semibold text-accent after:absolute after:inset-0 hover:underline pointer-coarse:after:-inset-1.5"
        >
          {place.text}
          <ArrowRight aria-hidden="true" size={14} strokeWidth={2.2} />
        </Link>
      </div>
    </li>
  )
}
