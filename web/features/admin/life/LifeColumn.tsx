import type { ReactNode } from 'react'

/** What scrolls within a column. */
export const SCROLLS =
  'relative min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2'

interface ColumnProps {
  readonly title: string
  readonly note: string
  /** Where there is room for one alone. */
  readonly isOpen: boolean
  readonly isPale?: boolean
  readonly children: ReactNode
}

export const LifeColumn = ({ title, note, isOpen, isPale = false, children }: ColumnProps) => (
  <section
    className={`life-column min-h-0 min-w-0 flex-col ${isOpen ? 'is-open' : ''} ${isPale ? 'bg-bg' : 'bg-surface'}`}
  >
    <header className="flex flex-wrap items-center justify-between gap-x-2.5 border-b border-line px-[18px] py-2">
      <h2 className="text-small">{title}</h2>
      <span className="text-micro text-ink-3 tabular-nums">{note}</span>
    </header>
    {children}
  </section>
)
