import { LoaderCircle } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

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

const KINDS = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  signal: 'bg-signal text-on-signal hover:bg-(--signal-deep)',
  line: 'bg-surface shadow-[inset_0_0_0_1px_var(--line)] hover:bg-surface-2',
  ghost: 'hover:bg-surface-3',
  'quiet-danger':
    'bg-surface text-danger shadow-[inset_0_0_0_1px_var(--line)] hover:bg-(--danger-fill) hover:text-(--on-danger)',
  danger: 'bg-(--danger-fill) text-(--on-danger) hover:opacity-90',
} as const

const SIZES = {
  // Only what is wider than its box breaks: no button makes the page scroll sideways.
  sm: 'min-h-8 max-w-full shrink-0 rounded-sm px-3 py-1 text-small pointer-coarse:min-h-11',
  md: 'min-h-10 max-w-full shrink-0 rounded-md px-4 py-1 text-body pointer-coarse:min-h-11',
  // As wide as its form, so that a long text breaks where a phone is narrow or its text large.
  lg: 'min-h-[52px] rounded-[14px] px-[22px] py-2 text-center text-[1.0625rem] wrap-anywhere [&>svg]:flex-none',
} as const

export type ButtonKind = keyof typeof KINDS
export type ButtonSize = keyof typeof SIZES

const DISABLED =
  'disabled:bg-surface-3 disabled:text-ink-3 disabled:shadow-none disabled:active:scale-100 disabled:cursor-not-allowed'

export const buttonLook = (kind: ButtonKind = 'line', size: ButtonSize = 'md'): string =>
  `inline-flex items-center justify-center gap-2 font-semibold forced-colors:border transition-[background,transform] duration-(--dur-2) active:scale-98 ${DISABLED} ${KINDS[kind]} ${SIZES[size]}`

interface ReasonedButtonProps extends ComponentProps<typeof Button> {
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

/** The target is 44 px high. */
export const TEXT_LINK =
  'wrap-anywhere relative font-semibold text-accent underline-offset-4 hover:underline after:absolute after:inset-x-0 after:-inset-y-3'
