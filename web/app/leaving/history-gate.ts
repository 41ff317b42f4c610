import { createContext } from 'react'

type OnPopState = (event: PopStateEvent) => void

/** Names who hears of the back and forward buttons before the router does. */
export type HistoryGate = (first: OnPopState | undefined) => void

/** To be created before the router: Chromium calls the window's listeners in the order of their adding, captured or not. */
export function createHistoryGate(): HistoryGate {
  let first: OnPopState | undefined
  window.addEventListener('popstate', (event) => first?.(event))
  return (next) => {
    first = next
  }
}

export const HistoryGateContext = createContext<HistoryGate>(() => undefined)
