import { CircleHelp, X } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import type { ReactNode } from 'react'
import { IconButton } from '../IconButton.tsx'
import './info-popover.css'

interface InfoPopoverProps {
  readonly label: string
  readonly title: string
  readonly children: ReactNode
}

/** On phones, also sideways, a sheet at the bottom (info-popover.css), which no finger drags: it has no handle. */
export function InfoPopover({ label, title, children }: InfoPopoverProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton label={label} className="text-ink-3">
          <CircleHelp aria-hidden="true" size={15} strokeWidth={1.9} />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={title}
          align="end"
          // What is longer than the screen is scrolled with the keyboard too.
          tabIndex={0}
          sideOffset={4}
          collisionPadding={12}
          className="info z-40 grid w-max max-w-[420px] overflow-y-auto overscroll-contain animate-[rise_var(--dur-3)_var(--ease-out)] gap-1.5 rounded-md bg-surface p-3.5 text-small text-ink-2 shadow-pop ring-1 ring-line"
        >
          <div className="flex items-center justify-between">
            <p className="info-title font-semibold text-ink">{title}</p>
            <Popover.Close asChild>
              <IconButton label="Cerrar" className="info-sheet">
                <X aria-hidden="true" size={18} strokeWidth={1.9} />
              </IconButton>
            </Popover.Close>
          </div>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
