import { useState, type ComponentProps, type ReactNode } from 'react'
import { createPath, unstable_HistoryRouter as HistoryRouter, type To } from 'react-router-dom'
import { GuardContext, type Guard } from './leave-context.ts'

type History = ComponentProps<typeof HistoryRouter>['history']

const urlOf = (to: To): URL => new URL(typeof to === 'string' ? to : createPath(to), window.location.href)

/**
 * A history in which every exit can be guarded: links, calls, and the browser's back and forward buttons, of which the
 * router does not hear before they are allowed.
 */
function guardedHistory(history: History) {
  let guard: Guard | undefined
  let isReturning = false
  const guarded = (to: To, work: () => void) => {
    if (guard?.isLeftFor(urlOf(to))) guard.ask(work)
    else work()
  }
  // The history's place is read by getters, which a copy would lose.
  return Object.assign(Object.create(history) as History, {
    guardBy: (next: Guard | undefined) => {
      guard = next
    },
    push: (to: To, state?: unknown) => guarded(to, () => history.push(to, state)),
    replace: (to: To, state?: unknown) => guarded(to, () => history.replace(to, state)),
    listen: (listener: Parameters<History['listen']>[0]) =>
      history.listen((update) => {
        const { delta, action, location } = update
        if (isReturning) isReturning = false
        else if (action !== 'POP' || !delta || !guard?.isLeftFor(urlOf(location))) listener(update)
        else {
          isReturning = true
          history.go(-delta)
          guard.ask(() => history.go(delta))
        }
      }),
  })
}

interface GuardedRouterProps {
  readonly history: History
  readonly children: ReactNode
}

/** React Router's `useBlocker` would do the same, but needs its data router: 16 KB more of script for every screen. */
export function GuardedRouter({ history, children }: GuardedRouterProps) {
  const [guarded] = useState(() => guardedHistory(history))
  return (
    <GuardContext value={guarded.guardBy}>
      <HistoryRouter history={guarded}>{children}</HistoryRouter>
    </GuardContext>
  )
}
