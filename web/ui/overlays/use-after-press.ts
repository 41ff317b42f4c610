import { useCallback, useEffect, useRef } from 'react'

/**
 * A message that appears moves what stands below it. Between the press and the release of a button that would take the
 * button away from under the pointer, and the click would be lost: what changes the layout waits until after it.
 */
export function useAfterPress(): (work: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const onPress = () => {
      pressed.current = true
    }
    const onRelease = () => {
      pressed.current = false
      // The click comes in the same task as the release.
      setTimeout(() => waiting.current.splice(0).forEach((work) => work()))
    }
    const ends = ['pointerup', 'pointercancel'] as const
    window.addEventListener('pointerdown', onPress, true)
    for (const end of ends) window.addEventListener(end, onRelease, true)
    return () => {
      window.removeEventListener('pointerdown', onPress, true)
      for (const end of ends) window.removeEventListener(end, onRelease, true)
    }
  }, [])
  return useCallback((work) => {
    if (pressed.current) waiting.current.push(work)
    else work()
  }, [])
}
