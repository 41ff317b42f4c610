import { RANGES, type Range } from '@app/contracts/traffic/ranges.ts'
import { useEffect, useRef } from 'react'
import { useMoreEdges } from '../../ui/use-more-edges.ts'

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

interface RangeButtonsProps {
  readonly range: Range
  readonly onChoose: (range: Range) => void
}

export function RangeButtons({ range, onChoose }: RangeButtonsProps) {
  const group = useRef<HTMLDivElement>(null)
  useMoreEdges(group)
  // On a phone the row scrolls, and the chosen range may be out of view.
  useEffect(() => {
    const pressed = group.current?.querySelector<HTMLElement>(`[value='${range}']`)
    if (group.current && pressed)
      group.current.scrollLeft = pressed.offsetLeft - group.current.clientWidth / 2
  }, [range])
  return (
    <div
      ref={group}
      role="group"
      aria-label="Período"
      className="fade-edges relative flex w-full gap-0.5 @min-[31rem]:w-fit overflow-x-auto rounded-[11px] bg-surface-3 p-[3px] [scrollbar-width:none]"
    >
      {RANGES.map((each) => (
        <button
          key={each}
          type="button"
          value={each}
          aria-pressed={each === range}
          onClick={() => onChoose(each)}
          className="h-[1.875rem] flex-auto rounded-sm px-1 @min-[31rem]:flex-none @min-[31rem]:px-3 text-small font-semibold whitespace-nowrap text-ink-2 transition-colors duration-(--dur-2) hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[var(--shadow-1),0_0_0_1px_var(--line)] pointer-coarse:h-11 forced-colors:aria-pressed:border"
        >
          <span aria-hidden="true" className="@min-[31rem]:hidden">
            {SHORT_NAMES[each]}
          </span>
          <span className="@max-[31rem]:sr-only">{NAMES[each]}</span>
        </button>
      ))}
    </div>
  )
}
