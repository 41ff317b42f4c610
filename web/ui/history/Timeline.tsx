import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { createElement, useId, type ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import { dayTitle, timeLabel } from '../wording/exact-time.ts'
import { positionLabel } from '../wording/figures.ts'
import { byDay, type HistoryDay } from './by-day.ts'
import { changeIcon } from './change-icon.ts'
import { Sentence } from './Sentence.tsx'

export interface TimelineProps {
  readonly entries: readonly HistoryEntry[]
  readonly nowMs: number
  readonly hrefOf: (entry: HistoryEntry) => To
  readonly isSelected: (entry: HistoryEntry) => boolean
  /** How many of the day there are, where that is known. */
  readonly countOf?: (day: HistoryDay) => string | undefined
  /** A second row: who did it, and to what. */
  readonly detailOf?: (entry: HistoryEntry) => ReactNode
}

/** Changes under the days of Santiago; each line is a link. */
export function Timeline({ entries, nowMs, countOf, ...line }: TimelineProps) {
  const today = dayInSantiago(nowMs)
  return byDay(entries).map((day) => (
    <Day key={day.day} title={dayTitle(day.day, today)} count={countOf?.(day)}>
      {day.entries.map((entry) => (
        <Line key={`${entry.position} ${entry.type}`} entry={entry} {...line} />
      ))}
    </Day>
  ))
}

interface DayProps {
  readonly title: string
  readonly count: string | undefined
  readonly children: ReactNode
}

function Day({ title, count, children }: DayProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="not-first:border-t not-first:border-line">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 border-b border-line bg-surface-2 px-3.5 min-[901px]:px-[18px]">
        <h2 id={id} className="text-micro font-[650] tracking-normal">
          {title}
        </h2>
        {count !== undefined && <span className="text-micro text-ink-3 tabular-nums">{count}</span>}
      </div>
      <ol>{children}</ol>
    </section>
  )
}

const COLUMNS = 'grid-cols-[minmax(2.5rem,auto)_28px_minmax(0,1fr)_auto]'
const ONE_ROW = `${COLUMNS} [grid-template-areas:'time_icon_text_place']`
/** On phones the time stands at the right, so that the words have room. */
const TWO_ROWS = `grid-cols-[28px_minmax(0,1fr)_auto] [grid-template-areas:'icon_text_time'_'icon_more_place'] min-[901px]:grid-cols-[minmax(2.5rem,auto)_28px_minmax(0,1fr)_auto] min-[901px]:[grid-template-areas:'time_icon_text_place'_'._icon_more_more']`

interface LineProps extends Pick<TimelineProps, 'hrefOf' | 'isSelected' | 'detailOf'> {
  readonly entry: HistoryEntry
}

function Line({ entry, hrefOf, isSelected, detailOf }: LineProps) {
  const selected = isSelected(entry)
  const look = selected ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-surface-2'
  return (
    <li
      className={`group/line relative grid items-start gap-x-2.5 px-3.5 pt-2.5 pb-[9px] min-[901px]:gap-x-3 min-[901px]:px-[18px] ${detailOf ? TWO_ROWS : ONE_ROW} ${look}`}
    >
      <time
        dateTime={entry.at}
        className="pt-1 text-right text-small text-ink-2 tabular-nums [grid-area:time] min-[901px]:text-left"
      >
        {timeLabel(Date.parse(entry.at))}
      </time>
      <LineIcon entry={entry} selected={selected} isJoined={detailOf !== undefined} />
      <p className="min-w-0 pt-1 text-nav leading-[1.42] text-pretty wrap-anywhere [grid-area:text]">
        <Link
          to={hrefOf(entry)}
          preventScrollReset
          data-position={entry.position}
          aria-current={selected ? 'true' : undefined}
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
        >
          <Sentence parts={entry.sentence} />
        </Link>
      </p>
      <span
        className={`pt-1.5 text-right font-mono text-micro [grid-area:place] ${selected ? 'text-ink-2' : 'text-ink-3'}`}
      >
        {positionLabel(entry.position)}
      </span>
      {detailOf && (
        <div
          className={`flex min-h-6 min-w-0 flex-wrap items-center gap-x-2 text-micro leading-normal wrap-anywhere [grid-area:more] ${selected ? 'text-ink-2' : 'text-ink-3'}`}
        >
          {detailOf(entry)}
        </div>
      )}
    </li>
  )
}

interface LineIconProps {
  readonly entry: HistoryEntry
  readonly selected: boolean
  /** A hairline leads to the lines above and below. */
  readonly isJoined: boolean
}

const JOINED =
  'before:absolute before:-top-2.5 before:-bottom-[9px] before:left-[13.5px] before:w-px before:bg-line group-first/line:before:top-2 group-last/line:before:bottom-auto group-last/line:before:h-3'

const LineIcon = ({ entry, selected, isJoined }: LineIconProps) => (
  <span aria-hidden="true" className={`relative self-stretch [grid-area:icon] ${isJoined ? JOINED : ''}`}>
    <span
      className={`relative grid size-[28px] place-items-center rounded-full ${selected ? 'bg-accent text-surface shadow-[0_0_0_3px_var(--accent-soft)]' : 'bg-surface-3 text-ink-2 shadow-[0_0_0_3px_var(--surface)]'}`}
    >
      {createElement(changeIcon(entry), { size: 14, strokeWidth: 2 })}
    </span>
  </span>
)
