import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import './select-box.css'

/** The border around a field of a toolbar. */
export const FIELD_BOX =
  'relative flex h-9 min-w-0 items-center gap-2 rounded-[10px] bg-surface px-2.5 text-small shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)] pointer-coarse:h-11 pointer-coarse:text-[1rem] forced-colors:border'

/** A browser's own list of choices, as tall as the fields beside it. */
export const SelectBox = ({ className = '', ...select }: ComponentProps<'select'>) => (
  <span className={`${FIELD_BOX} ${className}`}>
    <select
      {...select}
      className="select-box h-full min-w-0 flex-1 appearance-none truncate bg-transparent outline-none"
    />
    <ChevronDown
      aria-hidden="true"
      size={15}
      strokeWidth={1.9}
      className="select-box-mark pointer-events-none absolute text-ink-3"
    />
  </span>
)
