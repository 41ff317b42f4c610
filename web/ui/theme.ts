import { useSyncExternalStore } from 'react'
import { remember } from './browser/device-memory.ts'

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
