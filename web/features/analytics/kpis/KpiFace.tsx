import type { ReactNode } from 'react'

export const KPI_GRID =
  'grid gap-2.5 @min-[20.75rem]:grid-cols-2 @min-[37.5rem]:gap-3.5 @min-[53.75rem]:grid-cols-4'
export const KPI_CARD =
  '@container card relative min-h-[7.5rem] overflow-hidden px-[13px] pt-2.5 pb-10 sm:min-h-[8.625rem] sm:px-4 sm:pt-[15px]'

interface KpiFaceProps {
  readonly label: string
  /** Name of the CSS variable of its colour. */
  readonly token: string
  /** The figure. */
  readonly children: ReactNode
}

/** Head of a card, alike while its figure is read again. */
export const KpiFace = ({ label, token, children }: KpiFaceProps) => (
  <>
    <div className="flex items-center gap-1.5 text-micro font-semibold text-ink-2 sm:text-small">
      <i className="size-2 flex-none rounded-[3px]" style={{ background: `var(${token})` }} />
      <span>{label}</span>
    </div>
    <p className="mt-0.5 text-h1 leading-[1.15] font-[650] tracking-[-0.035em] tabular-nums sm:mt-1.5 sm:text-figure">
      {children}
    </p>
  </>
)
