import { useDispatch, useSelector } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { LoginScreen } from '../../features/account/login/LoginScreen.tsx'
import { keepPlace, passwordWasReset, placeAskedFor } from '../session/login-state.ts'
import { placeAfter } from './destination-after.ts'
import { selectEndedBy, selectSignedIn, sessionStarted } from '../session/session.ts'

export function LoginRoute() {
  const signedIn = useSelector(selectSignedIn)
  const endedBy = useSelector(selectEndedBy)
  const dispatch = useDispatch()
  const { state } = useLocation()
  const askedFor = placeAskedFor(state)
  if (signedIn) return <Navigate to={placeAfter(signedIn.user, askedFor)} replace />
  const notice = passwordWasReset(state) && endedBy !== 'deactivation' ? 'password-reset' : endedBy
  return (
    <LoginScreen
      notice={notice}
      onLeave={() => keepPlace(askedFor)}
      onSignedIn={(session) => dispatch(sessionStarted(session))}
    />
  )
}
