import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { ChangeEvent } from 'react'
import { fieldRing } from '../../../ui/forms/field-ring.ts'

interface SlugInputProps {
  readonly label: string
  readonly describedBy: string
  readonly typed: string
  readonly onType: (text: string) => void
  readonly fault: string | undefined
}

/** Capitals become small as they are typed; the caret stays where it is. */
function smallLetters({ target }: ChangeEvent<HTMLInputElement>): string {
  const small = target.value.toLowerCase()
  if (small !== target.value) {
    const caret = target.selectionStart
    target.value = small
    target.setSelectionRange(caret, caret)
  }
  return small
}

export const SlugInput = ({ label, describedBy, typed, onType, fault }: SlugInputProps) => (
  <div
    className={`flex h-9 min-w-[min(15rem,100%)] flex-1 items-center rounded-[10px] bg-surface pointer-coarse:h-11 ${fieldRing(fault)}`}
  >
    <input
      // It replaces the pressed button.
      autoFocus
      onFocus={({ target }) => target.select()}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LIMITS.slugCharsMax}
      aria-label={label}
      aria-invalid={fault !== undefined}
      aria-describedby={describedBy}
      value={typed}
      onChange={(event) => onType(smallLetters(event))}
      className="h-full min-w-0 flex-1 rounded-[10px] bg-transparent px-2.5 font-mono text-small outline-none pointer-coarse:text-[1rem]"
    />
  </div>
)
