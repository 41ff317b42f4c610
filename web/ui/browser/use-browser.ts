import { useCallback, useSyncExternalStore, useEffect, useEffectEvent, useState } from 'react'
import { remember } from './browser-storage.ts'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

export const useTouch = (): boolean => useMedia('(pointer: coarse)')

export function useNow(everyMs = 1_000): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}

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

export type Theme = 'light' | 'dark'
/** Also read by public/start.js. */
const KEY = 'app.theme'

const currentTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')

function onThemeChange(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, currentTheme)

export function chooseTheme(theme: Theme): void {
  if (theme === 'dark') document.documentElement.dataset['theme'] = 'dark'
  else delete document.documentElement.dataset['theme']
  remember(KEY, theme)
}
