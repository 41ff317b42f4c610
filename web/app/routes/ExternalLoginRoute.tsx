import type { ExternalSession } from '@app/contracts/api/accounts/external-login-calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router-dom'
import { ExternalLoginScreen } from '../../features/account/login/ExternalLoginScreen.tsx'
import { storeDestination, storedDestination } from '../session/login-state.ts'
import { destinationAfter } from './destination-after.ts'
import { sessionStarted } from '../session/session-slice.ts'

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
  return <ExternalLoginScreen hash={brought} onSignedIn={onSignedIn} />
}
