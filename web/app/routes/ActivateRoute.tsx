import { useDispatch } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { ActivateScreen } from '../../features/account/register/ActivateScreen.tsx'
import { needsActivation } from './destination-after.ts'
import { sessionStarted } from '../session/session.ts'
import { useOwnAccount } from '../session/use-own-account.ts'
import { useSignOut } from '../session/use-sign-out.ts'

export function ActivateRoute() {
  const { user } = useOwnAccount()
  const dispatch = useDispatch()
  const signOut = useSignOut()
  const from = useLocation()
  if (!user) return <Navigate to="/login" replace state={{ from }} />
  if (!needsActivation(user)) return <Navigate to="/dashboard" replace />
  return <ActivateScreen onActivated={(session) => dispatch(sessionStarted(session))} onLeave={signOut} />
}
