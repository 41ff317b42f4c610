import { useEffect, type RefObject } from 'react'

/** A row may end between two pixels. */
const SLACK_PX = 1

/**
 * Marks a row that scrolls sideways with `data-more-start` and `data-more-end` while there is more on that side: for
 * engines whose style sheets cannot know.
 */
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
