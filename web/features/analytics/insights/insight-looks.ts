import type { INSIGHT_ICONS, Priority } from '@app/contracts/api/insight-calls.ts'
import {
  Award,
  CalendarDays,
  CirclePlus,
  Clock,
  MousePointerClick,
  TrendingDown,
  TrendingUp,
  Unlink,
  Zap,
  type LucideIcon,
} from 'lucide-react'

export const ICONS: Record<(typeof INSIGHT_ICONS)[number], LucideIcon> = {
  'trending-up': TrendingUp,
  'trending-down': TrendingDown,
  'calendar-days': CalendarDays,
  clock: Clock,
  award: Award,
  unlink: Unlink,
  'mouse-pointer-click': MousePointerClick,
  'circle-plus': CirclePlus,
  zap: Zap,
}

export const PRIORITY_LOOKS: Record<Priority, string> = {
  high: 'bg-danger-soft text-danger',
  medium: 'bg-warning-soft text-warning',
  low: 'bg-accent-soft text-accent',
}
