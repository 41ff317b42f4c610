import { useEffect, useEffectEvent } from 'react'

/** Ctrl+S or ⌘+S, wherever the focus is. Browsers would save the page as a file. */
export function useSaveKey(save: () => void): void {
  const onSave = useEffectEvent(save)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's'
      if (!isSave || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat) onSave()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
