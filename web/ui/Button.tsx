import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

const KINDS = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  line: 'bg-surface shadow-[inset_0_0_0_1px_var(--line)] hover:bg-surface-2 forced-colors:border',
  ghost: 'hover:bg-surface-3',
} as const

const SIZES = {
  sm: 'h-8 rounded-sm px-3 text-small pointer-coarse:h-11',
  md: 'h-10 rounded-md px-4 text-body pointer-coarse:h-11',
  lg: 'h-[52px] rounded-[14px] px-[22px] text-[1.0625rem]',
} as const

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: keyof typeof KINDS
  readonly size?: keyof typeof SIZES
  readonly icon?: ReactNode
  /** At work: the spinner takes the icon's place and further clicks do nothing. */
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
      className={`inline-flex items-center justify-center gap-2 font-semibold whitespace-nowrap transition-[background,transform] duration-(--dur-2) active:scale-[.98] ${KINDS[kind]} ${SIZES[size]} ${rest.className ?? ''}`}
    >
      {busy ? <LoaderCircle aria-hidden="true" size={16} className="animate-spin" /> : icon}
      {children}
    </button>
  )
}
