import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { buttonLook, type ButtonKind, type ButtonSize } from './button-look.ts'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  readonly busy?: boolean
}

export function Button({
  kind = 'line',
  size = 'md',
  icon,
  busy = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook(kind, size)} ${rest.className ?? ''}`}
    >
      {busy ? <LoaderCircle aria-hidden="true" size={16} className="animate-spin" /> : icon}
      <span className="contents">{children}</span>
    </button>
  )
}
