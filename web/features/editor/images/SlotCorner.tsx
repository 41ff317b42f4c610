import { Trash2, X } from 'lucide-react'
import type { ComponentProps } from 'react'

interface SlotCornerProps extends ComponentProps<'button'> {
  readonly label: string
  readonly does: 'cancel' | 'delete'
}

/** 28 px visible, 44 px touch target. */
export function SlotCorner({ label, does, ...rest }: SlotCornerProps) {
  const Icon = does === 'cancel' ? X : Trash2
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className="absolute -top-1 -right-1 grid size-7 place-items-center rounded-sm bg-on-signal/85 text-white ring-1 ring-white/40 after:absolute after:inset-0 hover:bg-on-signal pointer-coarse:after:-inset-2"
    >
      <Icon aria-hidden="true" size={14} strokeWidth={2} />
    </button>
  )
}
