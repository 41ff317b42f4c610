import { useEffect, type RefObject } from 'react'

/** Tolerates fractional pixels. */
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
