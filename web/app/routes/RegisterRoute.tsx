import { useDispatch, useSelector } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { RegisterScreen } from '../../features/account/register/RegisterScreen.tsx'
import { storeDestination, requestedDestination } from '../session/login-state.ts'
import { destinationAfter } from './destination-after.ts'
import { selectSignedIn, sessionStarted } from '../session/session-slice.ts'

export function RegisterRoute() {
  const signedIn = useSelector(selectSignedIn)
  const dispatch = useDispatch()
  const { state } = useLocation()
  const requested = requestedDestination(state)
  if (signedIn) {
    const destination = destinationAfter({ user: signedIn.user, by: 'password', requested })
    return <Navigate to={destination} replace />
  }
  return (
    <RegisterScreen
      onLeave={() => storeDestination(requested)}
      onSignedIn={(session) => dispatch(sessionStarted(session))}
    />
  )
}
