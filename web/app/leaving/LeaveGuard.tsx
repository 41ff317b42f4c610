import { useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { LazyPart } from '../../ui/notices/LazyPart.tsx'
import { quietChunk } from '../../ui/browser/chunk.tsx'
import { GuardContext, LeaveContext, type Unsaved } from './leave-context.ts'

const LeaveQuestion = quietChunk(async () => (await import('./LeaveQuestion.tsx')).LeaveQuestion)

/** Every exit from the inner screens asks while one of them has unsaved changes. */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const held = useRef<Unsaved>(undefined)
  const [asked, setAsked] = useState<(() => void) | null>(null)
  const guardBy = useContext(GuardContext)

  const ask = useCallback((work: () => void) => {
    if (held.current) setAsked(() => work)
    else work()
  }, [])
  const hold = useCallback((unsaved: Unsaved | undefined) => {
    held.current = unsaved
    // Before it is needed: leaving may be asked about without a connection. One that fails is loaded when it is drawn.
    if (unsaved) void LeaveQuestion.preload().catch(() => undefined)
  }, [])
  useEffect(() => {
    guardBy({ isLeftFor: (address) => held.current?.isLeftFor(address) === true, ask })
    // The browser asks with words of its own.
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (held.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      guardBy(undefined)
      window.removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [guardBy, ask])

  const leave = () => {
    held.current?.onLeave()
    held.current = undefined
    setAsked(null)
    asked?.()
  }
  return (
    <LeaveContext value={useMemo(() => ({ hold, ask }), [hold, ask])}>
      {children}
      {asked && (
        <LazyPart onFailed={() => setAsked(null)}>
          <LeaveQuestion onStay={() => setAsked(null)} onLeave={leave} />
        </LazyPart>
      )}
    </LeaveContext>
  )
}
