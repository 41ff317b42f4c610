import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

const SLACK_PX = 1

/** Keeps the chosen part in the middle, and sets `data-more-start` and `data-more-end` where more is hidden. */
export function useScrolledRow(row: RefObject<HTMLElement | null>, chosen: string | undefined): void {
  useEffect(() => {
    const box = row.current
    if (!box) return undefined
    const mark = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = box
      box.toggleAttribute('data-more-start', scrollLeft > SLACK_PX)
      box.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - SLACK_PX)
    }
    // Sideways alone: the page may be scrolled down to a list.
    const centre = (): void => {
      const part = box.querySelector<HTMLElement>('[aria-selected=true], [aria-pressed=true]')
      if (part) box.scrollLeft = part.offsetLeft + part.offsetWidth / 2 - box.clientWidth / 2
      mark()
    }
    // Counts that arrive widen the parts.
    const observer = new ResizeObserver(centre)
    for (const part of [box, ...box.children]) observer.observe(part)
    box.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', mark)
    }
  }, [row, chosen])
}

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly text: ReactNode }[]
  readonly chosen: Value | undefined
  readonly onChoose: (value: Value) => void
  readonly className?: string
  readonly buttonClassName?: string
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, chosen, onChoose, className = '', buttonClassName = 'px-3' } = props
  const group = useRef<HTMLDivElement>(null)
  useScrolledRow(group, chosen)
  return (
    <div
      ref={group}
      role="group"
      aria-label={label}
      className={`fade-edges relative flex gap-0.5 overflow-x-auto rounded-[11px] bg-surface-3 p-[3px] [scrollbar-width:none] ${className}`}
    >
      {options.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          value={value}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={`h-[1.875rem] flex-auto rounded-sm text-small font-semibold whitespace-nowrap text-ink-2 transition-colors duration-(--dur-2) hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line),var(--shadow-1)] pointer-coarse:h-11 forced-colors:aria-pressed:border ${buttonClassName}`}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
