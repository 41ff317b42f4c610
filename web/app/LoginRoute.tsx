import { useDispatch, useSelector } from 'react-redux'
import { Navigate, useLocation, type Location } from 'react-router-dom'
import { LoginScreen } from '../features/login/LoginScreen.tsx'
import { selectSignedIn, sessionStarted } from './session.ts'

/** The place that was asked for before signing in; written only by RequireSession. */
function placeAskedFor(state: unknown): string {
  const from = (state as { from?: Partial<Location> } | null)?.from
  return from?.pathname ? `${from.pathname}${from.search ?? ''}` : '/dashboard'
}

export function LoginRoute() {
  const signedIn = useSelector(selectSignedIn)
  const dispatch = useDispatch()
  const { state } = useLocation()
  if (signedIn) return <Navigate to={placeAskedFor(state)} replace />
  return <LoginScreen onSignedIn={(session) => dispatch(sessionStarted(session))} />
}
