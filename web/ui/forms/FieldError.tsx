import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface FieldErrorProps {
  /** The field's `aria-describedby` names it. */
  readonly id: string
  readonly children: ReactNode
}

export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small wrap-anywhere text-danger">
      <CircleAlert aria-hidden="true" size={15} className="mt-[2px] flex-none" />
      {children}
    </p>
  )
}

/** The border around a field, which is drawn inside so that nothing moves when it becomes thicker. */
export const fieldRing = (error: string | undefined): string =>
  `forced-colors:border ${
    error
      ? 'shadow-[inset_0_0_0_2px_var(--danger)]'
      : 'shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)]'
  }`
