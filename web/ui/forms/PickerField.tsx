import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import './picker-field.css'

interface PickerFieldProps extends ComponentProps<'input'> {
  readonly type: 'date' | 'time'
  readonly label: string
  /** Where it is for screen readers alone, its neighbour's label says what both are. */
  readonly showsLabel?: boolean
  readonly icon: LucideIcon
}

/** The browser's own picker opens by the icon in front. */
export const PickerField = ({
  label,
  showsLabel = false,
  icon: Icon,
  className = '',
  ...input
}: PickerFieldProps) => (
  <label className={`grid min-w-0 gap-[5px] ${className}`}>
    <span className={showsLabel ? 'text-micro font-semibold text-ink-2' : 'sr-only'}>{label}</span>
    <span
      className={`picker-${input.type} relative flex h-9 min-w-0 items-center gap-2 rounded-[10px] bg-surface px-2.5 shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)] pointer-coarse:h-11 forced-colors:border`}
    >
      <Icon aria-hidden="true" size={15} strokeWidth={1.9} className="flex-none text-ink-3" />
      <input
        {...input}
        className="picker-input h-full min-w-0 flex-1 bg-transparent text-small tabular-nums outline-none pointer-coarse:text-[1rem]"
      />
    </span>
  </label>
)
