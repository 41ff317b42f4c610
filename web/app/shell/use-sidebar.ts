import { useEffect, useState } from 'react'
import { recall, remember } from '../../ui/browser/device-memory.ts'

const WIDTH_KEY = 'app.sidebar'
const KEYS_KEY = 'app.keys'

export interface SidebarState {
  readonly narrow: boolean
  readonly toggle: () => void
  /** Single-letter keys can be switched off, for speech input (WCAG 2.1.4). */
  readonly keysOn: boolean
  readonly toggleKeys: () => void
  readonly keysOpen: boolean
  readonly setKeysOpen: (open: boolean) => void
}

/** A dialog that is open keeps what is in it: nothing opens over it. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role=dialog]')].some(
    (dialog) => dialog.closest('[data-radix-popper-content-wrapper]') === null,
  )

// On many keyboards `[` needs AltGr, which systems report as Ctrl + Alt.
const withCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** @param showQr undefined while there is no page to show */
export function useSidebar(showQr: (() => void) | undefined): SidebarState {
  const [narrow, setNarrow] = useState(() => recall(WIDTH_KEY) === 'narrow')
  const [keysOpen, setKeysOpen] = useState(false)
  const [keysOn, setKeysOn] = useState(() => recall(KEYS_KEY) !== 'off')
  useEffect(() => remember(WIDTH_KEY, narrow ? 'narrow' : 'wide'), [narrow])
  useEffect(() => remember(KEYS_KEY, keysOn ? 'on' : 'off'), [keysOn])
  useEffect(() => {
    if (!keysOn) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (withCommand(event) || typing(event.target)) return
      if (event.key === '[') setNarrow((before) => !before)
      if (event.key === '?') setKeysOpen(true)
      if (event.key.toLowerCase() === 'q' && !event.altKey && !isDialogOpen()) showQr?.()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [keysOn, showQr])
  return {
    narrow,
    toggle: () => setNarrow(!narrow),
    keysOn,
    toggleKeys: () => setKeysOn(!keysOn),
    keysOpen,
    setKeysOpen,
  }
}
