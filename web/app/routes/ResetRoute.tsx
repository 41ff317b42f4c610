import { useCallback, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router-dom'
import { ResetScreen } from '../../features/account/reset/ResetScreen.tsx'
import { sessionStarted } from '../session/session-slice.ts'

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
      <ResetScreen
        token={token}
        onSignedIn={(session) => dispatch(sessionStarted(session))}
        onWithoutSession={() => void navigate('/auth/reset/success', { replace: true })}
        onShown={toDashboard}
      />
    </>
  )
}
