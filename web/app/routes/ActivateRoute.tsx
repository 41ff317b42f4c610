import { codeInHash } from '@app/contracts/fields/activation-code.ts'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { ActivateScreen } from '../../features/account/register/ActivateScreen.tsx'
import { keepScannedCode } from '../../features/account/register/scanned-code.ts'
import { needsActivation } from './destination-after.ts'
import { sessionStarted } from '../session/session-slice.ts'
import { useOwnAccount } from '../session/use-own-account.ts'
import { useSignOut } from '../session/use-sign-out.ts'

export function ActivateRoute() {
  const { user } = useOwnAccount()
  const dispatch = useDispatch()
  const signOut = useSignOut()
  const from = useLocation()
  const code = codeInHash(from.hash)
  useEffect(() => {
    if (code !== undefined) keepScannedCode(code)
  }, [code])
  // Removed from the address, which others may read or copy.
  if (from.hash !== '') return <Navigate to="/activate" replace />
  if (!user) return <Navigate to="/login" replace state={{ from }} />
  if (!needsActivation(user)) return <Navigate to="/dashboard" replace />
  return <ActivateScreen onActivated={(session) => dispatch(sessionStarted(session))} onLeave={signOut} />
}
