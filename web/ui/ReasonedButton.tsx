import { useId, type ComponentProps } from 'react'
import { Button } from './Button.tsx'

interface ReasonedButtonProps extends ComponentProps<typeof Button> {
  /** Why it cannot be pressed. */
  readonly reason: string | undefined
}

export function ReasonedButton({ reason, ...rest }: ReasonedButtonProps) {
  const id = useId()
  return (
    <span title={reason}>
      <Button size="sm" aria-describedby={reason && id} {...rest} />
      {reason && (
        <span id={id} className="sr-only">
          {reason}
        </span>
      )}
    </span>
  )
}
