import type { HistoryEntry } from '@app/contracts/audit.ts'
import { createElement } from 'react'
import { Link, type To } from 'react-router-dom'
import { timeLabel } from '../wording/date-time.ts'
import { countedText } from '../wording/figures.ts'
import {
  Bell,
  Eye,
  FileText,
  History,
  IdCard,
  Image,
  KeyRound,
  Link as LinkIcon,
  Lock,
  LogIn,
  Palette,
  PenLine,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'
import { Sentence } from './Sentence.tsx'

export interface TimelineEntryProps {
  readonly entry: HistoryEntry
  readonly more: number
  readonly hrefOf: (entry: HistoryEntry) => To
  readonly isSelected: (entry: HistoryEntry) => boolean
  /** At the end of a line: the event's position, or the version that it made. */
  readonly placeOf: (entry: HistoryEntry) => string
  readonly detailOf?: (entry: HistoryEntry) => string | undefined
}

const LINE =
  'group relative grid items-start gap-x-2.5 px-3.5 pt-2.5 pb-[9px] min-[901px]:gap-x-3 min-[901px]:px-[18px] ' +
  '@max-[14rem]:grid-cols-[1.75rem_minmax(0,1fr)] @max-[14rem]:pr-2'
const IN_A_ROW = 'grid-cols-[minmax(2.5rem,auto)_1.75rem_minmax(0,1fr)_auto]'

interface Places {
  readonly line: string
  readonly time: string
  readonly icon: string
  readonly text: string
  readonly place: string
}

const PLAIN: Places = {
  line: IN_A_ROW,
  time: 'text-right min-[901px]:text-left',
  icon: '',
  text: '',
  place: '',
}
/** On phones the time stands at the right, so that the words have room. A hairline leads to the lines above and below. */
const DETAILED: Places = {
  line: 'grid-cols-[1.75rem_minmax(0,1fr)_auto] min-[901px]:grid-cols-[minmax(2.5rem,auto)_1.75rem_minmax(0,1fr)_auto]',
  time: 'col-start-3 row-start-1 text-right min-[901px]:col-start-1 min-[901px]:text-left',
  icon:
    'col-start-1 row-span-2 row-start-1 min-[901px]:col-start-2 before:absolute before:-top-2.5 ' +
    'before:-bottom-[9px] before:left-[calc(0.875rem-0.5px)] before:w-px before:bg-line group-first:before:top-2 ' +
    'group-last:before:bottom-auto group-last:before:h-3',
  text: 'col-start-2 row-start-1 min-[901px]:col-start-3',
  place: 'max-[899px]:hidden',
}
const BELOW = '@max-[14rem]:col-start-2 @max-[14rem]:text-left'

export function TimelineEntry({ entry, more, hrefOf, isSelected, placeOf, detailOf }: TimelineEntryProps) {
  const selected = isSelected(entry)
  const detail = detailOf?.(entry)
  const places = detailOf ? DETAILED : PLAIN
  const ink = selected ? 'text-ink-2' : 'text-ink-3'
  const ground = selected ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-surface-2'
  return (
    <li className={`${LINE} ${places.line} ${ground}`}>
      <time
        dateTime={entry.at}
        className={`pt-1 text-small text-ink-2 tabular-nums @max-[14rem]:row-start-3 ${places.time} ${BELOW}`}
      >
        {timeLabel(Date.parse(entry.at))}
      </time>
      <Icon entry={entry} selected={selected} className={places.icon} />
      <p
        className={`min-w-0 pt-1 text-nav leading-[1.42] text-pretty wrap-anywhere @max-[14rem]:row-start-1 ${places.text} ${BELOW}`}
      >
        <Link
          to={hrefOf(entry)}
          preventScrollReset
          data-line={entry.position}
          className="block min-h-6 after:absolute after:inset-0 after:-outline-offset-2 after:outline-(--focus) focus-visible:outline-none focus-visible:after:outline-2"
          aria-current={selected ? 'true' : undefined}
        >
          <Sentence parts={entry.sentence} />
          {more > 0 && <span>{` y ${countedText(more, 'persona más', 'personas más')}`}</span>}
        </Link>
      </p>
      <span
        className={`pt-1.5 text-right font-mono text-micro @max-[14rem]:row-start-4 ${places.place} ${BELOW} ${ink}`}
      >
        {placeOf(entry)}
      </span>
      {detail !== undefined && (
        <p
          className={`col-start-2 row-start-2 flex min-h-6 min-w-0 flex-wrap items-center gap-x-2 text-micro leading-[1.5] wrap-anywhere min-[901px]:col-span-2 min-[901px]:col-start-3 ${ink}`}
        >
          {detail}
        </p>
      )}
    </li>
  )
}

interface IconProps {
  readonly entry: HistoryEntry
  readonly selected: boolean
  readonly className: string
}

const Icon = ({ entry, selected, className }: IconProps) => (
  <span
    aria-hidden="true"
    className={`relative self-stretch @max-[14rem]:col-start-1 @max-[14rem]:row-span-4 @max-[14rem]:row-start-1 ${className}`}
  >
    <span
      className={`relative grid size-7 place-items-center rounded-full ${selected ? 'bg-accent text-surface shadow-[0_0_0_3px_var(--accent-soft)]' : 'bg-surface-3 text-ink-2 shadow-[0_0_0_3px_var(--surface)]'}`}
    >
      {createElement(changeIcon(entry), { size: 14, strokeWidth: 2 })}
    </span>
  </span>
)

const ICONS: readonly (readonly [type: RegExp, icon: LucideIcon])[] = [
  [/Eras|ProfileDeleted/, Lock],
  [/^ProfileImage/, Image],
  [/^Theme/, Palette],
  [/Slug/, LinkIcon],
  [/^ProfileEdited|Renamed/, PenLine],
  [/^ProfileVersion/, History],
  [/^Profile(?:Activated|Deactivated)|Read$|Shown$/, Eye],
  [/^Profile|^AccountRegistered/, IdCard],
  [/^SignedIn|^Sessions|^External/, LogIn],
  [/^Code|^Account|^Password/, KeyRound],
  [/^Reminder/, Bell],
  [/^Quotation/, FileText],
  [/^Admin|^LogSealed|^SealKey|^RestoredLog/, ShieldCheck],
]

const changeIcon = ({ type: of }: Pick<HistoryEntry, 'type'>): LucideIcon =>
  ICONS.find(([type]) => type.test(of))?.[1] ?? History
