import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useState } from 'react'
import { quietChunk } from '../../ui/browser/chunk.tsx'
import { useNow } from '../../ui/browser/use-browser.ts'
import { LazyPart } from '../../ui/notices/states.tsx'
import { MoreButton, Panel } from '../../ui/Panel.tsx'
import { countedText } from '../../ui/wording/figures.ts'
import { useUnifiedQuery } from './analytics-api.ts'
import { useFiltering } from './filtering.tsx'
import { UserRoundCheck } from 'lucide-react'
import { PersonAvatar } from '../../ui/people.tsx'
import { agoText, instantText } from '../../ui/wording/date-time.ts'
import { latestNamed } from '@app/contracts/fields/named-record.ts'

/** Few open it, and the first screen does without what all dialogs need. */
const VisitorsDialog = quietChunk(async () => (await import('./VisitorsDialog.tsx')).VisitorsDialog)

interface VisitorsPanelProps {
  readonly profileId: string
  /** All visitors of the period are counted; `visitors` has only the latest. */
  readonly data: UnifiedAnalytics
}

const MINUTE_MS = 60_000
export const NOBODY = 'Aún nadie se ha identificado. Cuando alguien lo haga, lo verás aquí.'

const remindersText = ({ active, converted }: UnifiedAnalytics['reminders']): string =>
  `Recordatorios: ${countedText(active, 'activo', 'activos')}, ${countedText(converted, 'convertido', 'convertidos')}`

/** The latest, and all as far as they are listed: for the dialog, and where too few of the latest can be shown. */
function useNamed({ profileId, data }: VisitorsPanelProps, isOpen: boolean): readonly ListedVisitor[] {
  const { visitors, visitors_total: total, date_range: range } = data
  const { narrowed } = useFiltering()
  const latest = visitorsOf(visitors)
  const hasMore = total > latest.length && total > LIMITS.visitorsWithFigures
  const isWanted = isOpen || withDetails(latest).length < VISITORS_SHOWN_MAX
  const question = { profileId, range, narrowed, visitors: 'all' } as const
  const { currentData: all } = useUnifiedQuery(question, { skip: !hasMore || !isWanted })
  return all === undefined || !hasMore ? latest : visitorsOf(all.visitors)
}

export function VisitorsPanel({ profileId, data }: VisitorsPanelProps) {
  const { visitors_total: total, reminders } = data
  const [open, setOpen] = useState(false)
  const nowMs = useNow(MINUTE_MS)
  const named = useNamed({ profileId, data }, open)
  const shown = withDetails(named).slice(0, VISITORS_SHOWN_MAX)
  return (
    <Panel title="Visitantes Identificados">
      {shown.length === 0 ? (
        <p className="grid flex-1 place-items-center py-6 text-center text-small text-balance text-ink-3">
          {named.length > 0 ? 'Quienes dijeron su nombre no dejaron más datos.' : NOBODY}
        </p>
      ) : (
        <ul className="@container flex-1">
          {shown.map((visitor) => (
            <li key={visitor.name} className="border-t border-line first:border-0">
              <VisitorHead visitor={visitor} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-small text-ink-3 tabular-nums">
        {named.length > 0 && (
          <MoreButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Ver más
          </MoreButton>
        )}
        {reminders.active + reminders.converted > 0 && <span>{remindersText(reminders)}</span>}
      </p>
      {open && (
        <LazyPart onFailed={() => setOpen(false)}>
          <VisitorsDialog onOpenChange={setOpen} visitors={named} total={total} nowMs={nowMs} />
        </LazyPart>
      )}
    </Panel>
  )
}

export type ListedVisitors = UnifiedAnalytics['visitors']
export type ListedVisitor = ListedVisitors[string] & { readonly name: string }

const VISITORS_SHOWN_MAX = 6

const visitorsOf = (visitors: ListedVisitors): readonly ListedVisitor[] =>
  latestNamed(visitors).map(([name, visitor]) => ({ name, ...visitor }))

const withDetails = (visitors: readonly ListedVisitor[]): readonly ListedVisitor[] =>
  visitors.filter(({ phone, description }) => phone !== '' || description !== '')

export function VisitorHead({ visitor, nowMs }: { readonly visitor: ListedVisitor; readonly nowMs: number }) {
  const { name, clicks, vcf_downloaded: hasSaved, named_at: at } = visitor
  const atMs = Date.parse(at)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 py-1 text-small">
      <span aria-hidden="true" className="@max-[9rem]:hidden">
        <PersonAvatar name={name} />
      </span>
      <div className="min-w-[min(7rem,100%)] flex-1">
        <b dir="auto" className="block font-[650] wrap-anywhere">
          {name}
        </b>
        <span className="text-micro text-ink-3 tabular-nums">
          <span>{`${countedText(clicks, 'clic', 'clics')} · `}</span>
          <time dateTime={at} title={instantText(atMs)}>
            {agoText(atMs, nowMs)}
          </time>
        </span>
      </div>
      {hasSaved && (
        <span className="flex h-[1.375rem] items-center gap-[5px] rounded-full bg-success-soft px-2 text-micro font-semibold whitespace-nowrap text-success">
          <UserRoundCheck aria-hidden="true" size={12} strokeWidth={2.4} />
          Contacto
        </span>
      )}
    </div>
  )
}
