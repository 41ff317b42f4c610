import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import { Lock } from 'lucide-react'

interface ErasedChipProps {
  readonly isBlocked?: boolean | undefined
}

/** In place of text that nobody can read any more, or may read while it is blocked. */
export const ErasedChip = ({ isBlocked }: ErasedChipProps) => (
  <span className="inline-flex min-h-5 items-center gap-[5px] rounded-xs bg-surface-3 px-[7px] align-[-3px] text-small font-semibold whitespace-nowrap text-ink-2 forced-colors:border">
    <Lock aria-hidden="true" size={12} strokeWidth={2.2} className="flex-none" />
    <span>{isBlocked ? BLOCKED_TEXT : 'Dato eliminado'}</span>
  </span>
)
