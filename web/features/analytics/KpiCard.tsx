import { DEFINITIONS, type Figure } from '@app/contracts/definitions.ts'
import type { ReactNode } from 'react'
import { InfoPopover } from '../../ui/InfoPopover.tsx'
import { useCountUp } from './use-count-up.ts'

interface KpiCardProps {
  readonly label: string
  readonly figure: Figure
  readonly value: number
  readonly format: (value: number) => string
  /** The CSS variable of its colour. */
  readonly token: string
  readonly caption: string
  /** More to say under the definition. */
  readonly note?: string | undefined
  /** The drawing along the bottom edge. */
  readonly children: ReactNode
}

export function KpiCard({ label, figure, value, format, token, caption, note, children }: KpiCardProps) {
  const counted = useCountUp(value)
  return (
    <section
      aria-label={label}
      className="card relative min-h-32 overflow-hidden px-[13px] pt-[13px] sm:min-h-[138px] sm:px-4 sm:pt-[15px]"
    >
      <div className="flex items-center gap-1.5 text-micro font-semibold text-ink-2 sm:text-small">
        <i className="size-2 flex-none rounded-[3px]" style={{ background: `var(${token})` }} />
        <span className="truncate">{label}</span>
        <span className="absolute top-9 right-1.5 sm:top-2 sm:right-2">
          <InfoPopover label={`¿Cómo se calcula? ${label}`} title="¿Cómo se calcula?">
            <p>{DEFINITIONS[figure]}</p>
            {note && <p className="border-t border-line pt-1.5 tabular-nums">{note}</p>}
          </InfoPopover>
        </span>
      </div>
      <p className="mt-1.5 text-h1 leading-[1.15] font-[650] tracking-[-0.035em] tabular-nums sm:text-figure">
        {format(counted)}
      </p>
      <p className="mt-px truncate text-micro text-ink-3">{caption}</p>
      {children}
    </section>
  )
}
