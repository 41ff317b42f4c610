import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { createElement, Fragment, useId, type ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import { dayTitle, timeLabel } from '../wording/exact-time.ts'
import { countedText } from '../wording/figures.ts'
import { byDay, type HistoryDay } from './by-day.ts'
import { changeIcon } from './change-icon.ts'
import { Sentence } from './Sentence.tsx'

export interface TimelineProps {
  readonly entries: readonly HistoryEntry[]
  readonly nowMs: number
  readonly hrefOf: (entry: HistoryEntry) => To
  readonly isSelected: (entry: HistoryEntry) => boolean
  /** At the end of a line: the event's position, or the version that it made. */
  readonly placeOf: (entry: HistoryEntry) => string
  /** How many of the day there are, where that is known. */
  readonly countOf?: (day: HistoryDay) => string | undefined
  /** A second row, where it adds to the sentence. */
  readonly detailOf?: (entry: HistoryEntry) => string | undefined
}

/** Changes under the days of Santiago; each line is a link. */
export function Timeline({ entries, nowMs, countOf, ...line }: TimelineProps) {
  const today = dayInSantiago(nowMs)
  return byDay(entries).map((day) => (
    <Day key={day.day} title={dayTitle(day.day, today)} count={countOf?.(day)}>
      {day.entries.map((entry) => (
        <Fragment key={`${entry.position} ${entry.type}`}>
          <Line entry={entry} {...line} />
          {entry.events.length > 0 && <Edits restoration={entry} {...line} />}
        </Fragment>
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
    <section aria-labelledby={id} className="@container not-first:border-t not-first:border-line">
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

interface LineProps extends Pick<TimelineProps, 'hrefOf' | 'isSelected' | 'placeOf' | 'detailOf'> {
  readonly entry: HistoryEntry
}

interface EditsProps extends Omit<LineProps, 'entry'> {
  readonly restoration: HistoryEntry
}

/** The edits of a restoration, or more readings of one look, below its line; open at once where one of them is selected. */
function Edits({ restoration, ...line }: EditsProps) {
  // Its line stands for the last of them, too.
  const isSelected = line.isSelected(restoration) ? () => false : line.isSelected
  const entries = restoration.events.map((event) => ({ ...event, events: [] }))
  return (
    <li>
      <details open={entries.some(isSelected)}>
        <summary
          className={`${SUMMARY} ${line.detailOf ? 'ms-[calc(1.5rem+28px)]' : 'ms-[calc(4.625rem+28px)]'}`}
        >
          {restoration.changes.length === 0
            ? countedText(entries.length, 'lectura más', 'lecturas más')
            : countedText(restoration.changes.length, 'cambio', 'cambios')}
        </summary>
        <ol className="bg-surface-2 [--under:var(--surface-2)]">
          {entries.map((entry) => (
            <Line key={entry.position} entry={entry} {...line} isSelected={isSelected} />
          ))}
        </ol>
      </details>
    </li>
  )
}

const LINE =
  'group relative grid items-start gap-x-2.5 px-3.5 pt-2.5 pb-[9px] min-[901px]:gap-x-3 min-[901px]:px-[18px] ' +
  "@max-[14rem]:[grid-template:'icon_text'_'icon_more'_'icon_time'_'icon_place'/28px_minmax(0,1fr)] " +
  '@max-[14rem]:gap-x-2.5 @max-[14rem]:pr-2 @max-[14rem]:pl-3.5'
const PLAIN = "[grid-template:'time_icon_text_place'/minmax(2.5rem,auto)_28px_minmax(0,1fr)_auto]"
/** On phones the time stands at the right, so that the words have room. */
const DETAILED =
  "[grid-template:'icon_text_time'_'icon_more_place'/28px_minmax(0,1fr)_auto] " +
  "min-[901px]:[grid-template:'time_icon_text_place'_'._icon_more_more'/minmax(2.5rem,auto)_28px_minmax(0,1fr)_auto]"
const SELECTED = 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)] [--under:var(--accent-soft)]'
/** Leads to the lines above and below. */
const HAIRLINE =
  'before:absolute before:-top-2.5 before:-bottom-[9px] before:left-[13.5px] before:w-px before:bg-line ' +
  'group-first:before:top-2 group-last:before:bottom-auto group-last:before:h-3'
const ICON =
  'relative grid size-7 place-items-center rounded-full shadow-[0_0_0_3px_var(--under,var(--surface))]'
const WHOLE_LINE =
  'block min-h-6 after:absolute after:inset-0 focus-visible:outline-none ' +
  'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)'
const SUMMARY =
  'min-h-7 w-fit cursor-pointer pb-2 text-small font-semibold text-accent pointer-coarse:min-h-11 pointer-coarse:py-2.5 ' +
  'min-[901px]:ms-[calc(4rem+46px)] @max-[14rem]:ms-[52px]'

function Line({ entry, hrefOf, isSelected, placeOf, detailOf }: LineProps) {
  const selected = isSelected(entry)
  const detail = detailOf?.(entry)
  return (
    <li className={`${LINE} ${detailOf ? DETAILED : PLAIN} ${selected ? SELECTED : 'hover:bg-surface-2'}`}>
      <time
        dateTime={entry.at}
        className="pt-1 text-right text-small text-ink-2 tabular-nums [grid-area:time] @max-[14rem]:text-left min-[901px]:text-left"
      >
        {timeLabel(Date.parse(entry.at))}
      </time>
      <span
        aria-hidden="true"
        className={`relative self-stretch [grid-area:icon] ${detailOf ? HAIRLINE : ''}`}
      >
        <span className={`${ICON} ${selected ? 'bg-accent text-surface' : 'bg-surface-3 text-ink-2'}`}>
          {createElement(changeIcon(entry), { size: 14, strokeWidth: 2 })}
        </span>
      </span>
      <p className="min-w-0 pt-1 text-nav/[1.42] text-pretty wrap-anywhere [grid-area:text]">
        <Link
          to={hrefOf(entry)}
          preventScrollReset
          data-line={entry.position}
          className={WHOLE_LINE}
          aria-current={selected ? 'true' : undefined}
        >
          <Sentence parts={entry.sentence} />
        </Link>
      </p>
      <span
        className={`pt-1.5 text-right font-mono text-micro [grid-area:place] @max-[14rem]:text-left ${selected ? 'text-ink-2' : 'text-ink-3'}`}
      >
        {placeOf(entry)}
      </span>
      {detail !== undefined && (
        <p
          className={`min-w-0 text-micro/[1.5] wrap-anywhere [grid-area:more] ${selected ? 'text-ink-2' : 'text-ink-3'}`}
        >
          {detail}
        </p>
      )}
    </li>
  )
}
