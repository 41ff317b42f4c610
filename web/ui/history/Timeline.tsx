import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { HistoryEntry } from '@app/contracts/audit.ts'
import { useId, type ReactNode } from 'react'
import { dayTitle } from '../wording/date-time.ts'
import { Button } from '../Button.tsx'
import { TimelineEntry, type TimelineEntryProps } from './TimelineEntry.tsx'

export interface TimelineProps extends Omit<TimelineEntryProps, 'entry' | 'more'> {
  readonly entries: readonly HistoryEntry[]
  readonly nowMs: number
}

export function Timeline({ entries, nowMs, ...line }: TimelineProps) {
  const today = dayInSantiago(nowMs)
  const dayOf = ({ at }: HistoryEntry): string => dayInSantiago(Date.parse(at))
  return [...new Set(entries.map(dayOf))].map((day) => (
    <Day key={day} title={dayTitle(day, today)}>
      {looksOf(entries.filter((entry) => dayOf(entry) === day)).map(({ entry, more }) => (
        <TimelineEntry key={entry.position} entry={entry} more={more} {...line} />
      ))}
    </Day>
  ))
}

const LOOK_MS = 60_000

/** One look at a list shows many people: its newest line stands for all of them. */
export function looksOf(entries: readonly HistoryEntry[]) {
  const lines: { readonly entry: HistoryEntry; more: number }[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    const isSameLook =
      entry.type === 'PersonalDataShown' &&
      last?.entry.type === entry.type &&
      last.entry.actor.id === entry.actor.id &&
      Date.parse(last.entry.at) - Date.parse(entry.at) < LOOK_MS
    if (isSameLook) last.more += 1
    else lines.push({ entry, more: 0 })
  }
  return lines
}

function Day({ title, children }: { readonly title: string; readonly children: ReactNode }) {
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
