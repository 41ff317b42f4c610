import { useEffect, useRef, type RefObject } from 'react'

/** When the focused element is removed or disabled, the focus moves to the whole. */
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
    const { activeElement } = document
    if (focused.current === null) return
    // A browser takes the focus off a disabled button a moment later.
    if (activeElement !== document.body && activeElement !== focused.current) return
    if (focused.current.isConnected && !focused.current.matches(':disabled')) return
    focused.current = null
    whole.current?.focus({ preventScroll: true })
  })
}
