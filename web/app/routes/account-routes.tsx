import { useDispatch, useSelector } from 'react-redux'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import {
  knownEmail,
  passwordWasReset,
  requestedDestination,
  storeDestination,
  storedDestination,
} from '../session/login-state.ts'
import { destinationAfter, needsActivation } from './destination-after.ts'
import { selectEndedBy, selectSignedIn, sessionStarted } from '../session/session-slice.ts'
import { codeInHash } from '@app/contracts/fields/credentials.ts'
import { useEffect, useState, useCallback, type ReactNode } from 'react'
import { keepScannedCode, scannedCode } from '../../features/accounts/register/scanned-code.ts'
import { useOwnAccount } from '../session/use-own-account.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { LazyActivate, LazyExternalLogin, LazyLogin, LazyRegister, LazyReset } from './screens.ts'
import type { ExternalSession } from '@app/contracts/sign-in.ts'
import { Loading } from '../Loading.tsx'

interface RequireSessionProps {
  readonly admin?: boolean
  readonly children: ReactNode
}

export function RequireSession({ admin = false, children }: RequireSessionProps) {
  const { user, checking } = useOwnAccount()
  const from = useLocation()
  if (!user) return <Navigate to="/login" replace state={{ from }} />
  if (checking) return <Loading />
  if (needsActivation(user)) return <Navigate to="/activate" replace />
  if (admin && !user.is_admin) return <Navigate to="/login" replace />
  return children
}

/** The hash is a secret: read it once and remove it from the address bar. */
export function ExternalLoginRoute() {
  const { hash, pathname } = useLocation()
  const [brought] = useState(hash)
  const dispatch = useDispatch()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true })
  }, [hash, navigate, pathname])
  const onSignedIn = useCallback(
    (session: ExternalSession) => {
      const requested = storedDestination()
      const destination = destinationAfter({ user: session.user, by: 'external', requested })
      storeDestination(undefined)
      dispatch(sessionStarted(session))
      void navigate(destination, { replace: true })
    },
    [dispatch, navigate],
  )
  return <LazyExternalLogin hash={brought} onSignedIn={onSignedIn} />
}

const tokenIn = (search: string): string => new URLSearchParams(search).get('token')?.trim() ?? ''

/** The token is a secret: keep it out of the address bar and of referrers. */
export function ResetRoute() {
  const { search, pathname } = useLocation()
  const [token] = useState(() => tokenIn(search))
  const dispatch = useDispatch()
  const navigate = useNavigate()
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true })
  }, [navigate, pathname, search])
  const toDashboard = useCallback(() => void navigate('/dashboard', { replace: true }), [navigate])
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <LazyReset
        token={token}
        onSignedIn={(session) => dispatch(sessionStarted(session))}
        onWithoutSession={() => void navigate('/auth/reset/success', { replace: true })}
        onShown={toDashboard}
      />
    </>
  )
}

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
  return <LazyActivate onActivated={(session) => dispatch(sessionStarted(session))} onLeave={signOut} />
}

/** Somebody who is signed in goes on to `destination`. */
function useSignIn() {
  const signedIn = useSelector(selectSignedIn)
  const dispatch = useDispatch()
  const requested = requestedDestination(useLocation().state)
  return {
    destination: signedIn ? destinationAfter({ user: signedIn.user, by: 'password', requested }) : undefined,
    onLeave: () => storeDestination(requested),
    onSignedIn: (session: Parameters<typeof sessionStarted>[0]) => dispatch(sessionStarted(session)),
  }
}

export function LoginRoute() {
  const endedBy = useSelector(selectEndedBy)
  const { state } = useLocation()
  const { destination, ...signIn } = useSignIn()
  if (destination !== undefined) return <Navigate to={destination} replace />
  const notice = passwordWasReset(state) && endedBy !== 'deactivation' ? 'password-reset' : endedBy
  return <LazyLogin email={knownEmail(state)} notice={notice} {...signIn} />
}

export function RegisterRoute() {
  const { destination, ...signIn } = useSignIn()
  if (destination !== undefined) return <Navigate to={destination} replace />
  return <LazyRegister {...signIn} />
}
