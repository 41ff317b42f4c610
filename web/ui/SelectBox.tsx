import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

/** The border around a field of a toolbar. */
export const FIELD_BOX =
  'relative flex h-9 min-w-0 items-center gap-2 rounded-[10px] bg-surface px-2.5 text-small ' +
  'shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)] ' +
  'pointer-coarse:h-11 pointer-coarse:text-[1rem] forced-colors:border'

/** A browser's own list of choices, as tall as the fields beside it. In large text the longest choice is whole. */
export const SelectBox = (select: ComponentProps<'select'>) => (
  <span className={`${FIELD_BOX} pointer-coarse:px-[min(0.625rem,12px)]`}>
    <select
      {...select}
      className={
        'h-full min-w-0 flex-1 appearance-none truncate bg-transparent pr-[min(1.5rem,7.5vw)] ' +
        'outline-none *:bg-surface *:text-ink pointer-coarse:text-[length:min(1rem,7.5vw)]'
      }
    />
    <ChevronDown
      aria-hidden="true"
      size={15}
      strokeWidth={1.9}
      className="pointer-events-none absolute right-2.5 text-ink-3"
    />
  </span>
)
