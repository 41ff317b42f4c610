import { useDispatch, useSelector } from 'react-redux'
import { useLeave } from '../leaving/leave-context.ts'
import { selectSignedIn, sessionEnded } from './session-slice.ts'

export function useSignOut(): () => void {
  const token = useSelector(selectSignedIn)?.token
  const dispatch = useDispatch()
  const leave = useLeave()
  const signOut = () => {
    if (token !== undefined) endSessionOnServer(token)
    dispatch(sessionEnded())
    // By the browser: the router's navigation would come after that of RequireSession, which leads to the login.
    window.location.assign('/')
  }
  return () => leave(signOut)
}

/** Does not wait for the answer: the local sign-out must work offline. */
function endSessionOnServer(token: string): void {
  void fetch('/api/auth/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    // Sends the request even if the page closes.
    keepalive: true,
  }).catch(() => undefined)
}
