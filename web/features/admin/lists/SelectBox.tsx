import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FIELD_BOX } from './field-box.ts'
import './select-box.css'

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
