import { codeInHash } from '@app/contracts/fields/activation-code.ts'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { ActivateScreen } from '../../features/account/register/ActivateScreen.tsx'
import { keepScannedCode, scannedCode } from '../../features/account/register/scanned-code.ts'
import { needsActivation } from './destination-after.ts'
import { sessionStarted } from '../session/session-slice.ts'
import { useOwnAccount } from '../session/use-own-account.ts'
import { useSignOut } from '../session/use-sign-out.ts'

/** One's own card, drawn. As text, because the names of tabs would bring their chunk along. */
const FIRST_SCREEN = '/dashboard?tab=profiles'

export function ActivateRoute() {
  const { user } = useOwnAccount()
  const dispatch = useDispatch()
  const signOut = useSignOut()
  const from = useLocation()
  const code = codeInHash(from.hash)
  const [isFirst] = useState(() => user !== undefined && needsActivation(user))
  useEffect(() => {
    if (code !== undefined) keepScannedCode(code)
  }, [code])
  // Removed from the address, which others may read or copy.
  if (from.hash !== '') return <Navigate to="/activate" replace />
  // A printed code is most often in the hands of somebody new.
  if (!user) return <Navigate to={scannedCode() === '' ? '/login' : '/register'} replace state={{ from }} />
  if (!needsActivation(user)) return <Navigate to={isFirst ? FIRST_SCREEN : '/dashboard'} replace />
  return <ActivateScreen onActivated={(session) => dispatch(sessionStarted(session))} onLeave={signOut} />
}
