import { UserRoundCheck } from 'lucide-react'
import { countLabel } from '../figures.ts'
import type { ListedVisitor } from './visitors.ts'

export function VisitorMarks({ visitor }: { readonly visitor: ListedVisitor }) {
  const { clicks, vcf_downloaded } = visitor
  return (
    <span className="flex flex-none flex-col items-end gap-1 @min-[18.75rem]:flex-row @min-[18.75rem]:items-center @min-[18.75rem]:gap-2">
      {vcf_downloaded && (
        <span className="inline-flex h-[1.375rem] items-center gap-[5px] rounded-full bg-success-soft px-2 text-micro font-semibold whitespace-nowrap text-success">
          <UserRoundCheck aria-hidden="true" size={12} strokeWidth={2.4} />
          Contacto
        </span>
      )}
      <span className="min-w-[3.125rem] text-right text-small whitespace-nowrap text-ink-2 tabular-nums">
        <b className="font-[650] text-ink">{countLabel(clicks)}</b> {clicks === 1 ? 'clic' : 'clics'}
      </span>
    </span>
  )
}
