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

interface OndasProps {
  readonly className?: string
  readonly rings?: number
  /** Distance between two rings, in units of the 400 × 400 drawing. */
  readonly step?: number
}

export function Ondas({ className = '', rings = 6, step = 30 }: OndasProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 400"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      className={className}
      overflow="visible"
    >
      {Array.from({ length: rings }, (_, ring) => (
        <circle
          key={ring}
          cx="200"
          cy="200"
          r={step * (ring + 1)}
          vectorEffect="non-scaling-stroke"
          opacity={0.42 * (1 - ring / (rings + 1))}
        />
      ))}
      <circle cx="200" cy="200" r={step * 0.28} fill="currentColor" stroke="none" />
    </svg>
  )
}
