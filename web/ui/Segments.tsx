import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

const SLACK_PX = 1

/** Sets `data-more-start` and `data-more-end` while the row can scroll to that side. */
export function useMoreEdges(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = row.current
    if (!box) return undefined
    const mark = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = box
      box.toggleAttribute('data-more-start', scrollLeft > SLACK_PX)
      box.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - SLACK_PX)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(box)
    box.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', mark)
    }
  }, [row])
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
  useMoreEdges(group)
  useEffect(() => {
    const pressed = group.current?.querySelector<HTMLElement>(`[value='${chosen}']`)
    if (group.current && pressed)
      group.current.scrollLeft = pressed.offsetLeft - group.current.clientWidth / 2
  }, [chosen])
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
