import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the HTML of the build, and until React has taken over from it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
