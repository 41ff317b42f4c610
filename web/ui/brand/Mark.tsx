import { PRODUCT } from '@app/contracts/product.ts'

interface MarkProps {
  readonly size?: number
  /** Without the word the mark is decoration, hidden from screen readers. */
  readonly word?: boolean
}

export function Mark({ size = 22, word = true }: MarkProps) {
  return (
    <span className="inline-flex items-center gap-[9px] text-[1.25rem] font-bold tracking-[-0.035em]">
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" className="flex-none">
        <rect x="2" y="2.5" width="20" height="7.2" rx="3.6" fill="currentColor" />
        <rect x="8.4" y="10.6" width="7.2" height="11" rx="3.6" fill="var(--signal-deep)" />
      </svg>
      {word && <span>{PRODUCT.name}</span>}
    </span>
  )
}

/** The logo's two bars, apart. Its parent moves `bar` and `stem`, and joins them on hover. */
export function ApartMark({ bar, stem, className }: { bar: string; stem: string; className?: string }) {
  return (
    <svg aria-hidden="true" width="96" height="116" viewBox="0 -4 24 29" className={className}>
      <rect x="2" y="2.5" width="20" height="7.2" rx="3.6" fill="currentColor" className={bar} />
      <rect x="8.4" y="10.6" width="7.2" height="11" rx="3.6" className={stem} />
    </svg>
  )
}
