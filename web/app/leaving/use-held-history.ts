import { useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { HistoryGateContext } from './history-gate.ts'
import type { HeldChanges } from './held-changes.ts'

/** Position of an entry in the session's history, as React Router numbers it. */
function entryIndex(): number | undefined {
  const state: unknown = window.history.state
  const idx = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined
  return typeof idx === 'number' ? idx : undefined
}

/**
 * For the browser's own back and forward buttons: returns to the screen's entry, and asks. React Router's
 * `useBlocker` needs its data router, 18 KB more of script for every screen.
 */
export function useHeldHistory(held: HeldChanges, ask: (work: () => void) => void): void {
  const location = useLocation()
  const gate = useContext(HistoryGateContext)
  const at = useRef<number>(undefined)
  const isReturning = useRef(false)
  useEffect(() => {
    at.current = entryIndex()
  }, [location])
  useEffect(() => {
    const onPopState = (event: PopStateEvent) => {
      if (isReturning.current) {
        isReturning.current = false
        event.stopImmediatePropagation()
        return
      }
      const [from, to] = [at.current, entryIndex()]
      if (from === undefined || to === undefined || from === to) return
      if (!held.now()?.isLeftFor(new URL(window.location.href))) return
      event.stopImmediatePropagation()
      isReturning.current = true
      window.history.go(from - to)
      ask(() => window.history.go(to - from))
    }
    gate(onPopState)
    return () => gate(undefined)
  }, [gate, held, ask])
}
