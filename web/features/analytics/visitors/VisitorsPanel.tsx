import { memo, useState } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { phoneLinks } from './phone-links.ts'
import { VisitorAvatar } from './VisitorAvatar.tsx'
import { VisitorMarks } from './VisitorMarks.tsx'
import {
  knownVisitors,
  VISITORS_SHOWN_MAX,
  visitorsOf,
  type ListedVisitor,
  type ListedVisitors,
} from './visitors.ts'
import { VisitorsDialog } from './VisitorsDialog.tsx'

interface VisitorsPanelProps {
  readonly visitors: ListedVisitors
  /** All visitors of the period; `visitors` has only the latest. */
  readonly total: number
}

const TITLE = 'Visitantes Identificados'

function Line({ visitor }: { readonly visitor: ListedVisitor }) {
  const { name, phone, description } = visitor
  return (
    <li className="flex items-center gap-[11px] border-t border-line py-[9px] first:border-0 first:pt-0">
      <VisitorAvatar name={name} />
      <span className="min-w-0 flex-1">
        <b className="block truncate text-small leading-[1.3] font-[650]">{name}</b>
        <span className="block truncate text-micro text-ink-3 tabular-nums">
          {description === '' ? (phoneLinks(phone)?.text ?? phone) : description}
        </span>
      </span>
      <VisitorMarks visitor={visitor} />
    </li>
  )
}

function Nobody({ named }: { readonly named: boolean }) {
  return (
    <p className="grid flex-1 place-items-center py-6 text-center text-small text-balance text-ink-3">
      {named
        ? 'Quienes dijeron su nombre no dejaron más datos.'
        : 'Aún nadie se ha identificado. Cuando alguien lo haga, lo verás aquí.'}
    </p>
  )
}

export const VisitorsPanel = memo(function VisitorsPanel({ visitors, total }: VisitorsPanelProps) {
  const [open, setOpen] = useState(false)
  const named = visitorsOf(visitors)
  const shown = knownVisitors(named).slice(0, VISITORS_SHOWN_MAX)
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 -mr-2 ml-auto flex items-center gap-1">
          {named.length > 0 && (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              className="relative h-8 rounded-sm px-1 text-small font-semibold text-accent after:absolute after:inset-0 hover:underline pointer-coarse:after:-inset-1.5"
            >
              Ver todos
            </button>
          )}
          <FigureHelp label={TITLE} figure="visitors" />
        </div>
      }
    >
      {shown.length === 0 ? (
        <Nobody named={named.length > 0} />
      ) : (
        <ul className="@container">
          {shown.map((visitor) => (
            <Line key={visitor.name} visitor={visitor} />
          ))}
        </ul>
      )}
      <VisitorsDialog open={open} onOpenChange={setOpen} visitors={named} total={total} />
    </Panel>
  )
})
