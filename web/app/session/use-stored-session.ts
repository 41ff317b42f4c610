import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { useSyncExternalStore } from 'react'
import { recall } from '../../ui/browser/device-memory.ts'
import { tokenHasEnded, type LastingToken } from './stored-session-token.ts'

function hasStoredSession(nowMs: number): boolean {
  try {
    const kept = JSON.parse(recall(SESSION_KEY) ?? 'null') as LastingToken | null
    return typeof kept?.token === 'string' && !tokenHasEnded(kept, nowMs)
  } catch {
    return false
  }
}

function onStorage(notify: () => void): () => void {
  window.addEventListener('storage', notify)
  return () => window.removeEventListener('storage', notify)
}

/** Whether this browser has a session, for screens that only link to it. False in the HTML of the build. */
export const useStoredSession = (): boolean =>
  useSyncExternalStore(
    onStorage,
    () => hasStoredSession(Date.now()),
    () => false,
  )
