import { createContext, useContext, useEffect, useMemo } from 'react'
import { useLocation } from 'react-router-dom'

/** Changes that leaving a screen would lose. */
export interface Unsaved {
  /** False for addresses of the same screen. */
  readonly isLeftFor: (address: URL) => boolean
  readonly onLeave: () => void
}

interface Leaving {
  readonly hold: (unsaved: Unsaved | undefined) => void
  /** Does the work at once, or after a yes to `¿Salir sin guardar?` */
  readonly ask: (work: () => void) => void
}

export type Guard = Pick<Unsaved, 'isLeftFor'> & Pick<Leaving, 'ask'>

/** Sets the guard of the router's history. */
export const GuardContext = createContext<(guard: Guard | undefined) => void>(() => undefined)

export const LeaveContext = createContext<Leaving>({ hold: () => undefined, ask: (work) => work() })

export const useLeave = (): Leaving['ask'] => useContext(LeaveContext).ask

interface Place {
  readonly tab: string
  readonly profileId: string
}

interface UnsavedTab extends Place {
  readonly hasChanges: boolean
  /** Pass a stable function. */
  readonly onLeave: () => void
}

/** Asks before a tab with changes is left for another tab, profile or screen. */
export function useUnsavedTab({ tab, profileId, hasChanges, onLeave }: UnsavedTab): void {
  const { hold } = useContext(LeaveContext)
  const { pathname } = useLocation()
  const isLeftFor = useMemo(() => leaving(pathname, { tab, profileId }), [pathname, tab, profileId])
  useEffect(() => {
    hold(hasChanges ? { isLeftFor, onLeave } : undefined)
    return () => hold(undefined)
  }, [hold, hasChanges, isLeftFor, onLeave])
}

const leaving =
  (here: string, { tab, profileId }: Place) =>
  ({ pathname, searchParams }: URL): boolean => {
    const next = searchParams.get('profile')?.toLowerCase() ?? profileId
    return pathname !== here || searchParams.get('tab') !== tab || next !== profileId
  }
