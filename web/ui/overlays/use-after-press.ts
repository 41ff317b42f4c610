import { useCallback, useEffect, useRef } from 'react'

/**
 * A message that appears between press and release can move the button away from the pointer, and the click is lost.
 * Layout changes therefore wait until after the click.
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
      // The click event comes in the same task as the release.
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
