import { useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router-dom'
import { LazyPart } from '../../ui/notices/LazyPart.tsx'
import { chunk } from '../routes/chunk.tsx'
import { createHeldChanges, type HeldChanges } from './held-changes.ts'
import { LeaveContext, type Unsaved } from './leave-context.ts'
import { useHeldHistory } from './use-held-history.ts'

const loadQuestion = () => import('./LeaveQuestion.tsx')
const LeaveQuestion = chunk(async () => (await loadQuestion()).LeaveQuestion)

const urlOf = (to: To): URL => {
  if (typeof to === 'string') return new URL(to, window.location.href)
  return new URL(`${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`, window.location.href)
}

/** Every exit from the inner screens asks while one of them has unsaved changes. */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const [held] = useState(createHeldChanges)
  const [asked, setAsked] = useState<(() => void) | null>(null)
  const navigation = useContext(NavigationContext)

  const ask = useCallback(
    (work: () => void) => {
      if (held.now()) setAsked(() => work)
      else work()
    },
    [held],
  )
  const hold = useCallback(
    (unsaved: Unsaved | undefined) => {
      held.hold(unsaved)
      // Before it is needed: leaving may be asked about without a connection. One that fails is loaded when it is drawn.
      if (unsaved) void loadQuestion().catch(() => undefined)
    },
    [held],
  )
  useHeldHistory(held, ask)
  useUnloadQuestion(held)

  const guarded = useMemo(
    () => ({ ...navigation, navigator: guardedNavigator(navigation.navigator, held, ask) }),
    [navigation, held, ask],
  )
  const leave = () => {
    held.now()?.onLeave()
    held.hold(undefined)
    setAsked(null)
    asked?.()
  }
  return (
    <LeaveContext value={useMemo(() => ({ hold, ask }), [hold, ask])}>
      <NavigationContext value={guarded}>{children}</NavigationContext>
      {asked && (
        <LazyPart onFailed={() => setAsked(null)}>
          <LeaveQuestion onStay={() => setAsked(null)} onLeave={leave} />
        </LazyPart>
      )}
    </LeaveContext>
  )
}

function guardedNavigator(
  navigator: Navigator,
  held: HeldChanges,
  ask: (work: () => void) => void,
): Navigator {
  const guard = (to: To, work: () => void) => {
    if (held.now()?.isLeftFor(urlOf(to))) ask(work)
    else work()
  }
  return {
    createHref: (to) => navigator.createHref(to),
    ...(navigator.encodeLocation && { encodeLocation: navigator.encodeLocation }),
    go: (delta) => navigator.go(delta),
    push: (to, state, options) => guard(to, () => navigator.push(to, state, options)),
    replace: (to, state, options) => guard(to, () => navigator.replace(to, state, options)),
  }
}

/** The browser asks with words of its own. */
function useUnloadQuestion(held: HeldChanges): void {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (held.now()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [held])
}
