import { useEffect, useState, type RefObject } from 'react'

const SLACK_PX = 1

/** Whole rows within the height of a box that grows with its neighbours. */
export function useRowsThatFit(box: RefObject<HTMLElement | null>, rowRem: number, min: number): number {
  const [rows, setRows] = useState(min)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const rowPx = rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRows(Math.max(min, Math.floor((element.clientHeight + SLACK_PX) / rowPx)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, rowRem, min])
  return rows
}
