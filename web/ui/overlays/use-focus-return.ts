import { useRef } from 'react'

interface FocusReturn {
  readonly onOpenAutoFocus: () => void
  readonly onCloseAutoFocus: (event: Event) => void
}

/**
 * Returns the focus to a dialog's opener, or to what held it, where the opener is gone with its row. Radix does this
 * only for its own triggers.
 */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null)
  const holder = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
      holder.current = opener.current?.parentElement?.closest('[tabindex="-1"]') ?? null
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const back = opener.current?.isConnected ? opener.current : holder.current
      if (back instanceof HTMLElement) back.focus({ preventScroll: back === holder.current })
    },
  }
}
