import { useEffect } from 'react'

type Locks = { readonly wakeLock?: { readonly request: (kind: 'screen') => Promise<Lock> } }
type Lock = { readonly release: () => Promise<void> }

/** The screen stays bright while somebody aims a camera at it; where the browser refuses, it dims as ever. */
export function useWakeLock(): void {
  useEffect(() => {
    let isLeft = false
    let held: Lock | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const lock = await (navigator as Locks).wakeLock?.request('screen')
        if (isLeft) await lock?.release()
        else held = lock
      } catch {
        // Saving energy, or not asked over https.
      }
    }
    void take()
    document.addEventListener('visibilitychange', take)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', take)
      void held?.release().catch(() => undefined)
    }
  }, [])
}
