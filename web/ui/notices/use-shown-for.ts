import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Calls back once something was shown for a while. Pointing at it or focusing it keeps it.
 * @param shown a new object restarts the time
 * @returns for the element around it, which stays when nothing is shown
 */
export function useShownFor(shown: object | null, ms: number, onDone: () => void) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // Not a dependency: the caller may draw again with every typed key.
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (!shown || isPointedAt || isFocused) return undefined
    const timer = setTimeout(() => done(), ms)
    return () => clearTimeout(timer)
  }, [shown, ms, isPointedAt, isFocused])
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
