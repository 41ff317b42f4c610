import type { LifeEvent } from '@app/contracts/api/admin/life-calls.ts'
import { Eye, Pointer, UserRound, UserRoundCheck } from 'lucide-react'
import { createElement, useLayoutEffect, useRef, useState } from 'react'
import { changeIcon } from '../../../ui/history/change-icon.ts'
import { Sentence } from '../../../ui/history/Sentence.tsx'
import { secondLabel, timeLabel } from '../../../ui/wording/exact-time.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import { detailOf, sentenceOf } from './life.ts'
import type { Player } from './use-player.ts'

const ICONS = { tap: Eye, click: Pointer, download: UserRoundCheck } as const

/** Of an event, in a circle. */
export function EventIcon({ event }: { readonly event: LifeEvent }) {
  const { traffic, type } = event
  const other = type === 'VisitorIdentified' ? UserRound : changeIcon({ type, changes: [] })
  return (
    <span aria-hidden="true" className={`life-icon ${event.version === null ? '' : 'is-edit'}`}>
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
      className="life-rows"
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <ol style={{ height: events.length * ROW_PX, paddingTop: first * ROW_PX }}>
        {drawn.map((event, nth) => (
          <Row
            key={first + nth}
            event={event}
            number={skipped + first + nth + 1}
            state={first + nth === index ? 'is-current' : first + nth > index ? 'is-to-come' : ''}
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
  readonly state: 'is-current' | 'is-to-come' | ''
  readonly onGo: () => void
}

function Row({ event, number, state, onGo }: RowProps) {
  const isCurrent = state === 'is-current'
  const detail = detailOf(event, isCurrent)
  const atMs = Date.parse(event.at)
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className={`life-row ${state}`}>
      <span className="life-number">{countLabel(number)}</span>
      <EventIcon event={event} />
      {/* A press leaves the focus where it is, so that keys go on stepping. */}
      <button type="button" tabIndex={-1} onMouseDown={(press) => press.preventDefault()} onClick={onGo}>
        <span>
          <Sentence parts={sentenceOf(event)} />
        </span>
        {detail !== '' && <small>{detail}</small>}
      </button>
      <time dateTime={event.at} title={secondLabel(atMs)}>
        {timeLabel(atMs)}
      </time>
    </li>
  )
}
