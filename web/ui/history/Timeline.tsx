import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { HistoryEntry } from '@app/contracts/audit/calls.ts'
import { createElement, useId, type ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import { dayTitle, timeLabel } from '../wording/exact-time.ts'
import { Sentence } from './Sentence.tsx'
import './timeline.css'
import {
  Bell,
  Eye,
  FileText,
  History,
  IdCard,
  Image,
  KeyRound,
  Link as Chain,
  Lock,
  LogIn,
  Palette,
  PenLine,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'
import { Button } from '../Button.tsx'

/** The first that fits the type. */
const ICONS: readonly (readonly [type: RegExp, icon: LucideIcon])[] = [
  [/Eras|ProfileDeleted/, Lock],
  [/^ProfileImage/, Image],
  [/^Theme/, Palette],
  [/Slug/, Chain],
  [/^ProfileEdited|Renamed/, PenLine],
  [/^ProfileVersion/, History],
  [/^Profile(?:Activated|Deactivated)|Read$|Shown$/, Eye],
  [/^Profile|^AccountRegistered/, IdCard],
  [/^SignedIn|^Sessions|^External/, LogIn],
  [/^Code|^Account|^Password/, KeyRound],
  [/^Reminder/, Bell],
  [/^Quotation/, FileText],
  [/^Admin|^SealKey|^RestoredLog/, ShieldCheck],
]

const changeIcon = ({ type: of }: Pick<HistoryEntry, 'type'>): LucideIcon =>
  ICONS.find(([type]) => type.test(of))?.[1] ?? History

export interface TimelineProps {
  readonly entries: readonly HistoryEntry[]
  readonly nowMs: number
  readonly hrefOf: (entry: HistoryEntry) => To
  readonly isSelected: (entry: HistoryEntry) => boolean
  /** At the end of a line: the event's position, or the version that it made. */
  readonly placeOf: (entry: HistoryEntry) => string
  /** A second row, where it adds to the sentence. */
  readonly detailOf?: (entry: HistoryEntry) => string | undefined
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
          <Line key={entry.position} entry={entry} {...line} />
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
    <section aria-labelledby={id} className="timeline-day">
      <h2
        id={id}
        className="timeline-title flex items-center border-b border-line bg-surface-2 text-micro font-[650] tracking-normal"
      >
        {title}
      </h2>
      <ol>{children}</ol>
    </section>
  )
}

interface LineProps extends Pick<TimelineProps, 'hrefOf' | 'isSelected' | 'placeOf' | 'detailOf'> {
  readonly entry: HistoryEntry
}

function Line({ entry, hrefOf, isSelected, placeOf, detailOf }: LineProps) {
  const selected = isSelected(entry)
  const detail = detailOf?.(entry)
  return (
    <li className={`timeline-line ${detailOf ? 'has-detail' : ''} ${selected ? 'is-selected' : ''}`}>
      <time dateTime={entry.at} className="timeline-time pt-1 text-small text-ink-2 tabular-nums">
        {timeLabel(Date.parse(entry.at))}
      </time>
      <span aria-hidden="true" className="timeline-icon">
        <span>{createElement(changeIcon(entry), { size: 14, strokeWidth: 2 })}</span>
      </span>
      <p className="timeline-text min-w-0 pt-1 wrap-anywhere">
        <Link
          to={hrefOf(entry)}
          preventScrollReset
          data-line={entry.position}
          className="block min-h-6"
          aria-current={selected ? 'true' : undefined}
        >
          <Sentence parts={entry.sentence} />
        </Link>
      </p>
      <span
        className={`timeline-place ${detailOf ? 'max-[900px]:hidden' : ''} pt-1.5 text-right font-mono text-micro ${selected ? 'text-ink-2' : 'text-ink-3'}`}
      >
        {placeOf(entry)}
      </span>
      {detail !== undefined && (
        <p
          className={`timeline-detail flex min-h-6 min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere ${selected ? 'text-ink-2' : 'text-ink-3'}`}
        >
          {detail}
        </p>
      )}
    </li>
  )
}

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
