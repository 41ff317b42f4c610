import type { Figure } from '@app/contracts/traffic/definitions.ts'
import type { ReactNode } from 'react'
import { FigureHelp } from '../FigureHelp.tsx'
import type { FigureNote } from '../HelpNote.tsx'
import { useCountUp } from './use-count-up.ts'

interface KpiCardProps {
  readonly label: string
  readonly figure: Figure
  readonly value: number
  readonly format: (value: number) => string
  /** Name of the CSS variable of its colour. */
  readonly token: string
  readonly caption: ReactNode
  readonly notes: readonly FigureNote[]
  readonly children: ReactNode
}

export function KpiCard({ label, figure, value, format, token, caption, notes, children }: KpiCardProps) {
  const counted = useCountUp(value)
  return (
    <section
      aria-label={label}
      className="@container card relative min-h-32 overflow-hidden px-[13px] pt-[13px] sm:min-h-[8.625rem] sm:px-4 sm:pt-[15px]"
    >
      <div className="flex items-center gap-1.5 text-micro font-semibold text-ink-2 sm:text-small">
        <i className="size-2 flex-none rounded-[3px]" style={{ background: `var(${token})` }} />
        <span className="truncate">{label}</span>
        <span className="absolute top-9 right-1.5 sm:top-2 sm:right-2">
          <FigureHelp label={label} figure={figure} notes={notes} />
        </span>
      </div>
      <p className="mt-1.5 text-h1 leading-[1.15] font-[650] tracking-[-0.035em] tabular-nums sm:text-figure">
        {format(counted)}
      </p>
      {caption}
      {children}
    </section>
  )
}
