import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { savedSession } from './session-storage.ts'
import { tokenHasEnded } from './stored-session-token.ts'
import { selectSignedIn, sessionEnded, sessionFound } from './session-slice.ts'

const CHECK_MS = 300_000

export function useSessionWatch(): void {
  const dispatch = useDispatch()
  const { token, ends_at } = useSelector(selectSignedIn) ?? {}
  useEffect(() => {
    if (token === undefined) return undefined
    const timer = setInterval(() => {
      if (tokenHasEnded({ token, ends_at }, Date.now())) dispatch(sessionEnded())
    }, CHECK_MS)
    return () => clearInterval(timer)
  }, [dispatch, token, ends_at])
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === SESSION_KEY) dispatch(sessionFound(savedSession(Date.now())))
    }
    // A page in the back/forward cache gets messages of other tabs after it is shown again, or never.
    const onShown = ({ persisted }: PageTransitionEvent) => {
      const saved = persisted ? savedSession(Date.now()) : undefined
      if (saved !== undefined && saved?.token !== token) dispatch(sessionFound(saved))
    }
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onShown)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onShown)
    }
  }, [dispatch, token])
}
