import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { HistoryEntry } from '@app/contracts/audit/calls.ts'
import { Fragment, useId, type ReactNode } from 'react'
import { dayTitle } from '../wording/exact-time.ts'
import { countedText } from '../wording/figures.ts'
import { Button } from '../Button.tsx'

import { Line, type LineProps } from './TimelineLine.tsx'

export interface TimelineProps extends Omit<LineProps, 'entry'> {
  readonly entries: readonly HistoryEntry[]
  readonly nowMs: number
}

/** Changes under the days of Santiago; each line is a link. */
export function Timeline({ entries, nowMs, ...line }: TimelineProps) {
  const today = dayInSantiago(nowMs)
  const dayOf = ({ at }: HistoryEntry): string => dayInSantiago(Date.parse(at))
  return [...new Set(entries.map(dayOf))].map((day) => (
    <Day key={day} title={dayTitle(day, today)}>
      {entries
        .filter((entry) => dayOf(entry) === day)
        .map((entry) => (
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
  readonly children: ReactNode
}

function Day({ title, children }: DayProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="@container border-line not-first:border-t">
      <h2
        id={id}
        className="flex min-h-9 items-center px-3.5 min-[901px]:px-[18px] border-b border-line bg-surface-2 text-micro font-[650] tracking-normal"
      >
        {title}
      </h2>
      <ol>{children}</ol>
    </section>
  )
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
          className={`${SUMMARY} ${line.detailOf ? 'ml-[calc(1.5rem+28px)]' : 'ml-[calc(4.625rem+28px)]'}`}
        >
          {restoration.changes.length === 0
            ? countedText(entries.length, 'lectura más', 'lecturas más')
            : countedText(restoration.changes.length, 'cambio', 'cambios')}
        </summary>
        <ol className="bg-surface-2">
          {entries.map((entry) => (
            <Line key={entry.position} entry={entry} {...line} isSelected={isSelected} />
          ))}
        </ol>
      </details>
    </li>
  )
}

const SUMMARY =
  'min-h-7 w-fit cursor-pointer pb-2 text-small font-semibold text-accent min-[901px]:ml-[calc(4rem+46px)] ' +
  'pointer-coarse:min-h-11 pointer-coarse:py-2.5 @max-[14rem]:ml-[52px]'

const LINES = [1, 2, 3, 4, 5, 6, 7]

export const HistorySkeleton = () => (
  <div role="status" aria-busy="true" className="card grid overflow-hidden">
    <span className="sr-only">Cargando…</span>
    <div className="h-9 border-b border-line bg-surface-2" />
    {LINES.map((line) => (
      <div key={line} className="flex items-center gap-3 px-[18px] py-[11px]">
        <div className="skeleton h-4 w-10" />
        <div className="skeleton size-7 rounded-full" />
        <div className={`skeleton h-4 ${line % 3 === 0 ? 'w-1/2' : 'w-3/4'}`} />
      </div>
    ))}
  </div>
)

interface TimelineFooterProps {
  readonly text: string
  readonly isError: boolean
  readonly list: {
    readonly hasMore: boolean
    readonly isLoadingMore: boolean
    readonly loadMore: () => void
  }
}

const LOOK =
  'mt-auto flex min-h-[52px] flex-wrap items-center justify-between gap-2 border-t border-line ' +
  'py-2.5 pr-3 pl-[18px] text-small text-ink-2 tabular-nums'

/** Below a list: how much of it is shown, and the rest. */
export const TimelineFooter = ({ text, isError, list }: TimelineFooterProps) => (
  <div className={LOOK}>
    <span role="status">{text}</span>
    {isError && <span className="text-danger">No pudimos cargar más.</span>}
    {list.hasMore && (
      <Button size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
        {list.isLoadingMore ? 'Cargando...' : 'Ver más'}
      </Button>
    )}
  </div>
)
