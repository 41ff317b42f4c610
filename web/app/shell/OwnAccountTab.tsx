import type { User } from '@app/contracts/api/auth.ts'
import { lazy, Suspense } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { CrashBoundary } from '../../ui/notices/CrashBoundary.tsx'
import { accountErased, sessionEnded, sessionStarted } from '../session/session.ts'
import { TabSkeleton } from './TabSkeleton.tsx'

const OwnAccountScreen = lazy(async () => ({
  default: (await import('../../features/account/own/OwnAccountScreen.tsx')).OwnAccountScreen,
}))

export function OwnAccountTab({ user }: { readonly user: User }) {
  const dispatch = useDispatch()
  const navigate = useNavigate()
  return (
    <CrashBoundary text="No pudimos cargar tu cuenta.">
      <Suspense fallback={<TabSkeleton />}>
        <OwnAccountScreen
          user={user}
          onSignedIn={(session) => dispatch(sessionStarted(session))}
          onSessionsClosed={() => {
            dispatch(sessionEnded())
            void navigate('/login')
          }}
          onErased={() => {
            dispatch(accountErased())
            void navigate('/login')
          }}
        />
      </Suspense>
    </CrashBoundary>
  )
}
