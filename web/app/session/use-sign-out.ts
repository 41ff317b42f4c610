import { useDispatch, useSelector } from 'react-redux'
import { useLeave } from '../leaving/leave-context.ts'
import { selectSignedIn, sessionEnded } from './session.ts'
import { endSessionOnServer } from './sign-out.ts'

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
