import { useDispatch, useSelector } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { LoginScreen } from '../../features/account/login/LoginScreen.tsx'
import {
  knownEmail,
  storeDestination,
  passwordWasReset,
  requestedDestination,
} from '../session/login-state.ts'
import { destinationAfter } from './destination-after.ts'
import { selectEndedBy, selectSignedIn, sessionStarted } from '../session/session-slice.ts'

export function LoginRoute() {
  const signedIn = useSelector(selectSignedIn)
  const endedBy = useSelector(selectEndedBy)
  const dispatch = useDispatch()
  const { state } = useLocation()
  const requested = requestedDestination(state)
  if (signedIn) {
    const destination = destinationAfter({ user: signedIn.user, by: 'password', requested })
    return <Navigate to={destination} replace />
  }
  const notice = passwordWasReset(state) && endedBy !== 'deactivation' ? 'password-reset' : endedBy
  return (
    <LoginScreen
      email={knownEmail(state)}
      notice={notice}
      onLeave={() => storeDestination(requested)}
      onSignedIn={(session) => dispatch(sessionStarted(session))}
    />
  )
}
