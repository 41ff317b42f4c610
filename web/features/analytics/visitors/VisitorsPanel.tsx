import { memo, useState } from 'react'
import { quietChunk } from '../../../ui/browser/chunk.tsx'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { PersonAvatar } from '../../../ui/people/PersonAvatar.tsx'
import { Came, ContactBadge, Reach } from './VisitorParts.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { useNow } from '../../../ui/browser/use-now.ts'
import {
  knownVisitors,
  VISITORS_SHOWN_MAX,
  visitorsOf,
  type ListedVisitor,
  type ListedVisitors,
} from './visitor-rows.ts'

/** Few open it, and the first screen does without what all dialogs need. */
const VisitorsDialog = quietChunk(async () => (await import('./VisitorsDialog.tsx')).VisitorsDialog)

interface VisitorsPanelProps {
  readonly visitors: ListedVisitors
  /** All visitors of the period; `visitors` has only the latest. */
  readonly total: number
}

const TITLE = 'Visitantes Identificados'
const MINUTE_MS = 60_000

function Line({ visitor, nowMs }: { readonly visitor: ListedVisitor; readonly nowMs: number }) {
  const { name, description, vcf_downloaded } = visitor
  return (
    <li className="border-t border-line py-[9px] first:border-0 first:pt-0">
      <div className="visitor-head flex items-start gap-[11px]">
        <PersonAvatar name={name} />
        <div className="min-w-0 flex-1">
          <b dir="auto" className="line-clamp-2 text-small leading-[1.3] font-[650]">
            {name}
          </b>
          {vcf_downloaded && <ContactBadge />}
          {description !== '' && (
            <span dir="auto" className="line-clamp-2 text-micro text-ink-3">
              {description}
            </span>
          )}
        </div>
        <Came visitor={visitor} nowMs={nowMs} />
      </div>
      <div className="visitor-more text-micro">
        <Reach visitor={visitor} />
      </div>
    </li>
  )
}

export const NOBODY = 'Aún nadie se ha identificado. Cuando alguien lo haga, lo verás aquí.'

function Nobody({ named }: { readonly named: boolean }) {
  return (
    <p className="grid flex-1 place-items-center py-6 text-center text-small text-balance text-ink-3">
      {named ? 'Quienes dijeron su nombre no dejaron más datos.' : NOBODY}
    </p>
  )
}

export const VisitorsPanel = memo(function VisitorsPanel({ visitors, total }: VisitorsPanelProps) {
  const [open, setOpen] = useState(false)
  const nowMs = useNow(MINUTE_MS)
  const named = visitorsOf(visitors)
  const shown = knownVisitors(named).slice(0, VISITORS_SHOWN_MAX)
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 -mr-2 ml-auto flex items-center">
          <FigureHelp label={TITLE} figure="visitors" />
        </div>
      }
    >
      {shown.length === 0 ? (
        <Nobody named={named.length > 0} />
      ) : (
        <>
          <p className="mb-2 text-micro text-ink-3">Los más recientes primero</p>
          <ul>
            {shown.map((visitor) => (
              <Line key={visitor.name} visitor={visitor} nowMs={nowMs} />
            ))}
          </ul>
        </>
      )}
      {named.length > 0 && (
        <MoreButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Ver más
        </MoreButton>
      )}
      {open && (
        <LazyPart onFailed={() => setOpen(false)}>
          <VisitorsDialog onOpenChange={setOpen} visitors={named} total={total} nowMs={nowMs} />
        </LazyPart>
      )}
    </Panel>
  )
})
