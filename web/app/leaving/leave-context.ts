import { createContext, useContext, useEffect } from 'react'

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

export const LeaveContext = createContext<Leaving>({ hold: () => undefined, ask: (work) => work() })

export const useLeave = (): Leaving['ask'] => useContext(LeaveContext).ask

/** Asks before the screen is left, as long as there is something unsaved. Pass a stable value. */
export function useUnsaved(unsaved: Unsaved | undefined): void {
  const { hold } = useContext(LeaveContext)
  useEffect(() => {
    hold(unsaved)
    return () => hold(undefined)
  }, [hold, unsaved])
}
