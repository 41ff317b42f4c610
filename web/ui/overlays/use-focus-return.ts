import { useRef } from 'react'

interface FocusReturn {
  readonly onOpenAutoFocus: () => void
  readonly onCloseAutoFocus: (event: Event) => void
}

/** Gives the focus back to whatever opened a dialog; Radix does so only for openers that are its own triggers. */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
