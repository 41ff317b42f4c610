import { createContext } from 'react'

type OnPopState = (event: PopStateEvent) => void

/** Sets a listener for the back and forward buttons, called before the router's. */
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
