import type { User } from '@app/contracts/api/accounts/user.ts'
import { Suspense } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { CrashBoundary } from '../../ui/notices/CrashBoundary.tsx'
import { quietChunk } from '../../ui/browser/chunk.tsx'
import { accountErased, sessionEnded, sessionStarted } from '../session/session-slice.ts'
import { TabSkeleton } from './TabSkeleton.tsx'

const OwnAccountScreen = quietChunk(
  async () => (await import('../../features/account/own/OwnAccountScreen.tsx')).OwnAccountScreen,
)
/** Loaded with the dashboard's chunk. A failure is shown where the screen is drawn. */
export const loadOwnAccount = (): void => void OwnAccountScreen.preload().catch(() => undefined)

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
