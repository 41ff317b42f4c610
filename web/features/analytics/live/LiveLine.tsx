import type { TrafficKind } from '@app/contracts/traffic/traffic-kinds.ts'
import { Eye, MousePointerClick, UserRoundCheck, type LucideIcon } from 'lucide-react'
import type { FeedFact } from './live-feed.ts'
import { factText, originText, reasonText } from './live-texts.ts'
import { agoText, instantText } from '../../../ui/wording/relative-time.ts'

const ICONS: Record<TrafficKind, LucideIcon> = {
  tap: Eye,
  click: MousePointerClick,
  download: UserRoundCheck,
}

export const LINE_REM = 2.75
export const linesHeight = (count: number): string => `${count * LINE_REM}rem`

interface LiveLineProps {
  readonly fact: FeedFact
  readonly customTitle: string
  readonly nowMs: number
  /** 0 is the newest. */
  readonly index: number
}

/** Positioned by a transform, so that a new line moves the others without layout. */
export function LiveLine({ fact, customTitle, nowMs, index }: LiveLineProps) {
  const Icon = ICONS[fact.kind]
  const atMs = Date.parse(fact.at)
  const reason = reasonText(fact)
  return (
    <li
      style={{ height: linesHeight(1), transform: `translateY(${linesHeight(index)})` }}
      className="absolute inset-x-0 top-0 transition-transform duration-(--dur-3) ease-(--ease-out)"
    >
      <div
        className={`flex h-full items-center gap-2.5 text-small ${fact.fresh ? 'animate-[fade_var(--dur-4)_var(--ease-out)]' : ''}`}
      >
        <span className="grid size-7 flex-none place-items-center rounded-sm bg-surface-3 text-ink-2">
          <Icon aria-hidden="true" size={15} />
        </span>
        <span className="min-w-0 flex-1">
          <b className="block truncate font-semibold">{factText(fact, customTitle)}</b>
          <span className="flex text-micro text-ink-3">
            <span className="truncate">{originText(fact)}</span>
            {reason && <span className="flex-none">&nbsp;· {reason}</span>}
          </span>
        </span>
        <time
          dateTime={fact.at}
          title={instantText(atMs)}
          className="min-w-11 flex-none text-right text-micro text-ink-3 tabular-nums"
        >
          {agoText(atMs, nowMs)}
        </time>
      </div>
    </li>
  )
}
