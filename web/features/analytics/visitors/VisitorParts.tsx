import { UserRoundCheck } from 'lucide-react'
import { PersonAvatar } from '../../../ui/people.tsx'
import { countedText } from '../../../ui/wording/figures.ts'
import { agoText, instantText } from '../../../ui/wording/exact-time.ts'
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { latestNamed } from '@app/contracts/named-record.ts'

export type ListedVisitors = UnifiedAnalytics['visitors']
export type ListedVisitor = ListedVisitors[string] & { readonly name: string }

export const VISITORS_SHOWN_MAX = 6

export const visitorsOf = (visitors: ListedVisitors): readonly ListedVisitor[] =>
  latestNamed(visitors).map(([name, visitor]) => ({ name, ...visitor }))

export const knownVisitors = (visitors: readonly ListedVisitor[]): readonly ListedVisitor[] =>
  visitors.filter(({ phone, description }) => phone !== '' || description !== '')

interface VisitorHeadProps {
  readonly visitor: ListedVisitor
  readonly nowMs: number
}

/** The visitor's name, whether they saved the contact, their clicks, and when they left the name. */
export function VisitorHead({ visitor, nowMs }: VisitorHeadProps) {
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
          {`${countedText(clicks, 'clic', 'clics')} · `}
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
