import { CalendarRange } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { chunk } from '../../../app/routes/chunk.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import type { DayRange } from './filtering.ts'

const PeriodForm = chunk(async () => (await import('./PeriodForm.tsx')).PeriodForm)
const LABEL = 'Elegir días'

/** Days of one's own, and whether to compare. @param days those that are shown */
export function PeriodPopover({ days }: { readonly days: DayRange | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label={LABEL}>
          <CalendarRange aria-hidden="true" size={17} strokeWidth={1.9} />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={LABEL}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-40 min-h-44 w-[22rem] max-w-[calc(100vw-24px)] animate-[rise_var(--dur-3)_var(--ease-out)] rounded-md bg-surface p-3.5 text-small shadow-pop ring-1 ring-line"
        >
          <LazyPart onFailed={() => setOpen(false)}>
            <PeriodForm days={days} onDone={() => setOpen(false)} />
          </LazyPart>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
