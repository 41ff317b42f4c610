import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router-dom'
import { selectSignedIn, sessionEnded } from './session-slice.ts'

const SIGN_OUT = 'sign-out'

/** Leads to the landing, where the session ends: a screen with unsaved changes asks before it is left. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => void navigate('/', { state: SIGN_OUT })
}

export function useEndOfSession(): void {
  const { state } = useLocation()
  const token = useSelector(selectSignedIn)?.token
  const dispatch = useDispatch()
  useEffect(() => {
    if (state !== SIGN_OUT || token === undefined) return
    endSessionOnServer(token)
    dispatch(sessionEnded())
  }, [state, token, dispatch])
}

/** Does not wait for the answer: the local sign-out must work offline. */
function endSessionOnServer(token: string): void {
  void fetch('/api/auth/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined)
}
