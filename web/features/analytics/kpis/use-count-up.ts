import { useEffect, useState } from 'react'

const COUNT_MS = 420

const stillWanted = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches
const eased = (part: number): number => 1 - (1 - part) ** 3

// Only the first figures of a page load are animated.
let firstFiguresEndMs: number | undefined

function mayCount(nowMs: number): boolean {
  firstFiguresEndMs ??= nowMs + COUNT_MS
  return nowMs < firstFiguresEndMs && stillWanted()
}

export function useCountUp(value: number): number {
  const [part, setPart] = useState(() => (mayCount(performance.now()) ? 0 : 1))
  const counting = part < 1
  useEffect(() => {
    if (!counting) return undefined
    const startMs = performance.now()
    let frame = requestAnimationFrame(function step(nowMs) {
      const done = Math.min(Math.max((nowMs - startMs) / COUNT_MS, 0), 1)
      setPart(done)
      if (done < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [counting])
  return counting ? value * eased(part) : value
}
