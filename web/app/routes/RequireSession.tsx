import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Loading } from '../Loading.tsx'
import { needsActivation } from './destination-after.ts'
import { useOwnAccount } from '../session/use-own-account.ts'

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
