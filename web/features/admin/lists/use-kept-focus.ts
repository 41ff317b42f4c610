import { useEffect, useRef, type RefObject } from 'react'

/** When what had the focus is gone, or can no longer be pressed, the focus goes to the whole. */
export function useKeptFocus(whole: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const follow = () => {
      const { activeElement } = document
      focused.current = whole.current?.contains(activeElement) ? activeElement : null
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [whole])
  useEffect(() => {
    if (document.activeElement !== document.body || focused.current === null) return
    if (focused.current.isConnected && !focused.current.matches(':disabled')) return
    focused.current = null
    whole.current?.focus({ preventScroll: true })
  })
}
