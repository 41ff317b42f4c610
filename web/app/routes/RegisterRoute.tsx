import { useDispatch, useSelector } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { RegisterScreen } from '../../features/account/register/RegisterScreen.tsx'
import { keepPlace, placeAskedFor } from '../session/login-state.ts'
import { placeAfter } from './destination-after.ts'
import { selectSignedIn, sessionStarted } from '../session/session.ts'

export function RegisterRoute() {
  const signedIn = useSelector(selectSignedIn)
  const dispatch = useDispatch()
  const { state } = useLocation()
  const askedFor = placeAskedFor(state)
  if (signedIn) return <Navigate to={placeAfter(signedIn.user, askedFor)} replace />
  return (
    <RegisterScreen
      onLeave={() => keepPlace(askedFor)}
      onSignedIn={(session) => dispatch(sessionStarted(session))}
    />
  )
}
