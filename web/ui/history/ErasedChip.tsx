import { Lock } from 'lucide-react'

/** In place of text that nobody can read any more. */
export const ErasedChip = () => (
  <span className="inline-flex min-h-5 items-center gap-[5px] rounded-xs bg-surface-3 px-[7px] align-[-3px] text-small font-semibold whitespace-nowrap text-ink-2 forced-colors:border">
    <Lock aria-hidden="true" size={12} strokeWidth={2.2} className="flex-none" />
    Dato eliminado
  </span>
)
