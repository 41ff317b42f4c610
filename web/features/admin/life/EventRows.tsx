import type { LifeEvent } from '@app/contracts/api/admin/life-calls.ts'
import { Eye, Pointer, UserRound, UserRoundCheck } from 'lucide-react'
import { createElement, useLayoutEffect, useRef, useState } from 'react'
import { changeIcon } from '../../../ui/history/change-icon.ts'
import { Sentence } from '../../../ui/history/Sentence.tsx'
import { secondLabel, timeLabel } from '../../../ui/wording/exact-time.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import { SCROLLS } from './LifeColumn.tsx'
import { detailOf, sentenceOf } from './life.ts'
import type { Player } from './use-player.ts'

const ICONS = { tap: Eye, click: Pointer, download: UserRoundCheck } as const

const LOOKS = {
  event: 'bg-surface-3 text-ink-2',
  edit: 'bg-accent-soft text-accent',
  current: 'bg-accent text-surface',
  'to-come': 'text-ink-3 shadow-[inset_0_0_0_1px_var(--line)]',
} as const

interface EventIconProps {
  readonly event: LifeEvent
  readonly look?: keyof typeof LOOKS
}

/** Of an event, in a circle. */
export function EventIcon({ event, look = event.version === null ? 'event' : 'edit' }: EventIconProps) {
  const { traffic, type } = event
  const other = type === 'VisitorIdentified' ? UserRound : changeIcon({ type, changes: [] })
  return (
    <span
      aria-hidden="true"
      className={`life-icon grid flex-none place-items-center rounded-full ${LOOKS[look]}`}
    >
      {createElement(traffic ? ICONS[traffic.kind] : other, { size: 13, strokeWidth: 2 })}
    </span>
  )
}

/** Of every row, so that those out of view need not be drawn. */
const ROW_PX = 48
/** Enough for the tallest window. */
const DRAWN = 60
const ABOVE = 12

interface EventRowsProps {
  readonly events: readonly LifeEvent[]
  readonly skipped: number
  readonly player: Player
}

export function EventRows({ events, skipped, player: { index, goTo } }: EventRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = list.current
    if (box === null) return
    const [row, room] = [index * ROW_PX, box.clientHeight - ROW_PX]
    if (row < box.scrollTop || row > box.scrollTop + room) box.scrollTop = row - room * 0.6
  }, [index])
  const first = Math.max(0, Math.floor(top / ROW_PX) - ABOVE)
  const drawn = events.slice(first, first + DRAWN)

  return (
    <div
      ref={list}
      role="group"
      aria-label="Lista de eventos"
      tabIndex={0}
      className={SCROLLS}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <ol style={{ height: events.length * ROW_PX, paddingTop: first * ROW_PX }}>
        {drawn.map((event, nth) => (
          <Row
            key={first + nth}
            event={event}
            number={skipped + first + nth + 1}
            state={first + nth === index ? 'current' : first + nth > index ? 'to-come' : undefined}
            onGo={() => goTo(first + nth)}
          />
        ))}
      </ol>
    </div>
  )
}

interface RowProps {
  readonly event: LifeEvent
  readonly number: number
  readonly state: 'current' | 'to-come' | undefined
  readonly onGo: () => void
}

function Row({ event, number, state, onGo }: RowProps) {
  const isCurrent = state === 'current'
  const pale = isCurrent ? 'text-ink-2' : 'text-ink-3'
  // The current one shows its whole sentence.
  const line = isCurrent ? 'block' : 'block truncate'
  const detail = detailOf(event, isCurrent)
  const atMs = Date.parse(event.at)
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={`life-row relative grid items-center gap-x-2.5 pr-4 pl-3 ${isCurrent ? 'life-edge bg-accent-soft' : state === 'to-come' ? 'text-ink-3' : ''}`}
    >
      <span className={`text-right font-mono text-micro ${pale}`}>{countLabel(number)}</span>
      <EventIcon event={event} {...(state && { look: state })} />
      {/* A press leaves the focus where it is, so that keys go on stepping. */}
      <button
        type="button"
        tabIndex={-1}
        onMouseDown={(press) => press.preventDefault()}
        onClick={onGo}
        className="text-left after:absolute after:inset-0"
      >
        <span className={line}>
          <Sentence parts={sentenceOf(event)} />
        </span>
        {detail !== '' && <small className={`${line} text-micro tabular-nums ${pale}`}>{detail}</small>}
      </button>
      <time dateTime={event.at} title={secondLabel(atMs)} className={`text-micro tabular-nums ${pale}`}>
        {timeLabel(atMs)}
      </time>
    </li>
  )
}
