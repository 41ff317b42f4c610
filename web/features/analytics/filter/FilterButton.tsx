import type { ReactNode } from 'react'
import { isNarrowedTo, type Narrowed } from './filter-address.ts'
import { useFiltering } from './filtering.ts'

interface FilterButtonProps {
  readonly part: Narrowed
  readonly className: string
  readonly children: ReactNode
}

/**
 * A row, cell or name that narrows all figures to itself, and pressed again does no longer. Beside a chosen one the others
 * stay at 40 %, their words in a colour that can be read.
 */
export function FilterButton({ part, className, children }: FilterButtonProps) {
  const { narrowed, toggle } = useFiltering()
  const isOn = isNarrowedTo(narrowed, part)
  const isOther = !isOn && Object.keys(part).some((key) => key in narrowed)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-other={isOther || undefined}
      title={isOn ? 'Quitar el filtro' : 'Ver solo esto'}
      onClick={() => toggle(part)}
      className={`-mx-1.5 -my-0.5 rounded-sm px-1.5 py-0.5 text-left pointer-coarse:min-h-11 hover:bg-surface-2 aria-pressed:bg-accent-soft data-other:text-ink-3 data-other:[&_:is(b,span)]:text-ink-3 data-other:[&>:is(i,svg,[data-mark])]:opacity-40 data-other:[&>span>i]:opacity-40 ${className}`}
    >
      {children}
    </button>
  )
}
