import type { ReactNode } from 'react'
import { useCountUp } from './use-count-up.ts'

interface KpiCardProps {
  readonly label: string
  readonly value: number
  readonly format: (value: number) => string
  /** Name of the CSS variable of its colour. */
  readonly token: string
  /** In place of the figure, where this would say more than it knows. */
  readonly instead: ReactNode
  readonly caption: ReactNode
  readonly children: ReactNode
}

export function KpiCard({ label, value, format, token, instead, caption, children }: KpiCardProps) {
  const counted = useCountUp(value)
  return (
    <section
      aria-label={label}
      className="@container card relative min-h-[7.5rem] overflow-hidden px-[13px] pt-2.5 sm:min-h-[8.625rem] sm:px-4 sm:pt-[15px]"
    >
      <div className="flex items-center gap-1.5 text-micro font-semibold text-ink-2 sm:text-small">
        <i className="size-2 flex-none rounded-[3px]" style={{ background: `var(${token})` }} />
        <span className="truncate">{label}</span>
      </div>
      <p className="mt-0.5 text-h1 leading-[1.15] font-[650] tracking-[-0.035em] tabular-nums sm:mt-1.5 sm:text-figure">
        {instead ?? format(counted)}
      </p>
      {caption}
      {children}
    </section>
  )
}
