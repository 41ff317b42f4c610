import { useSyncExternalStore } from 'react'
import { storedSession } from './stored-session.ts'

function onStorage(notify: () => void): () => void {
  window.addEventListener('storage', notify)
  return () => window.removeEventListener('storage', notify)
}

/** Whether this browser has a session, for screens that only link to it. False in the HTML of the build. */
export const useStoredSession = (): boolean =>
  useSyncExternalStore(
    onStorage,
    () => storedSession(Date.now()) !== undefined,
    () => false,
  )
