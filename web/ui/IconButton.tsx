import type { ComponentProps } from 'react'

interface IconButtonProps extends ComponentProps<'button'> {
  readonly label: string
}

/** 32 px visible, 44 px touch target. */
export function IconButton({ label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`relative grid size-8 flex-none place-items-center rounded-sm text-ink-2 after:absolute after:inset-0 hover:bg-surface-3 pointer-coarse:after:-inset-1.5 ${className}`}
    >
      {children}
    </button>
  )
}
