import { RANGES, type Range } from '@app/contracts/traffic/ranges.ts'
import { Segments } from '../../../ui/Segments.tsx'
import { CalendarRange } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { chunk } from '../../../ui/browser/chunk.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'

const NAMES: Record<Range, string> = {
  '7d': '7 días',
  '1m': '1 mes',
  '3m': '3 meses',
  '6m': '6 meses',
  '12m': '12 meses',
  'all-time': 'Toda la vida',
}

/** On a phone all six stand beside each other. */
const SHORT_NAMES: Record<Range, string> = {
  '7d': '7 d',
  '1m': '1 m',
  '3m': '3 m',
  '6m': '6 m',
  '12m': '12 m',
  'all-time': 'Todo',
}

const OPTIONS = RANGES.map((value) => ({
  value,
  text: (
    <>
      <span aria-hidden="true" className="@min-[31rem]:hidden">
        {SHORT_NAMES[value]}
      </span>
      <span className="@max-[31rem]:sr-only">{NAMES[value]}</span>
    </>
  ),
}))

interface RangeButtonsProps {
  /** None while days of one's own are shown. */
  readonly range: Range | undefined
  readonly onChoose: (range: Range) => void
}

const RangeButtons = ({ range, onChoose }: RangeButtonsProps) => (
  <Segments
    label="Período"
    options={OPTIONS}
    chosen={range}
    onChoose={onChoose}
    className="w-full @min-[31rem]:w-fit"
    buttonClassName="px-1 @min-[31rem]:flex-none @min-[31rem]:px-3"
  />
)

const PeriodForm = chunk(async () => (await import('./PeriodForm.tsx')).PeriodForm)
const LABEL = 'Elegir días'

/** Days of one's own. @param days those that are shown */
function PeriodPopover({ days }: Pick<ComponentProps<typeof PeriodForm>, 'days'>) {
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
          className="@container z-40 max-h-(--radix-popover-content-available-height) min-h-[min(11rem,var(--radix-popover-content-available-height))] w-[22rem] max-w-[calc(100vw-24px)] overflow-y-auto animate-[rise_var(--dur-3)_var(--ease-out)] rounded-md bg-surface p-3.5 text-small shadow-pop ring-1 ring-line"
        >
          <LazyPart onFailed={() => setOpen(false)}>
            <PeriodForm days={days} onDone={() => setOpen(false)} />
          </LazyPart>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface RangeRowProps extends ComponentProps<typeof RangeButtons>, ComponentProps<typeof PeriodPopover> {
  readonly period: ReactNode
}

export const RangeRow = ({ days, period, ...range }: RangeRowProps) => (
  <div className="@container mb-2 min-[900px]:mb-3.5">
    <div className="grid grid-cols-[minmax(0,1fr)] items-center justify-between gap-x-3 gap-y-2 @min-[56rem]:grid-cols-[auto_auto]">
      <div className="flex min-w-0 items-center gap-1.5">
        <RangeButtons {...range} />
        <PeriodPopover days={days} />
      </div>
      {period}
    </div>
  </div>
)
