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
