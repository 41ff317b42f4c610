import { useCallback, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router-dom'
import { ResetScreen } from '../../features/account/reset/ResetScreen.tsx'
import { sessionStarted } from '../session/session.ts'

const tokenIn = (search: string): string => new URLSearchParams(search).get('token')?.trim() ?? ''

/** The link's token is a secret: it goes out of the address bar, and no request names this page. */
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
