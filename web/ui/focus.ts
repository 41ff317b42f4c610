import { useRef, useEffect, type RefObject } from 'react'

interface FocusReturn {
  readonly onOpenAutoFocus: () => void
  readonly onCloseAutoFocus: (event: Event) => void
}

function holdersOf(element: Element | null): readonly Element[] {
  const holder = element?.parentElement?.closest('[tabindex="-1"]')
  return holder ? [holder, ...holdersOf(holder)] : []
}

/** To a dialog's opener, or its holder once that is gone. @param findOpener the line that would open what is shown */
export function useFocusReturn(findOpener?: () => Element | null): FocusReturn {
  const opener = useRef<Element | null>(null)
  const holders = useRef<readonly Element[]>([])
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
      holders.current = holdersOf(opener.current)
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const now = findOpener?.() ?? opener.current
      const back = now?.isConnected ? now : holders.current.find((holder) => holder.isConnected)
      // The page stands as it was left: what opened the dialog is where it was pressed.
      if (back instanceof HTMLElement) back.focus({ preventScroll: findOpener === undefined })
    },
  }
}

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
