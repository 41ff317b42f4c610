import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { selectSignedIn } from './session.ts'

interface RequireSessionProps {
  readonly admin?: boolean
  readonly children: ReactNode
}

/** Shows its children to who is signed in; others sign in first and come back to the same place. */
export function RequireSession({ admin = false, children }: RequireSessionProps) {
  const signedIn = useSelector(selectSignedIn)
  const from = useLocation()
  if (!signedIn) return <Navigate to="/login" replace state={{ from }} />
  if (admin && !signedIn.user.is_admin) return <Navigate to="/login" replace />
  return children
}
