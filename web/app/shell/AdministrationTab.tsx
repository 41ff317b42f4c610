import type { User } from '@app/contracts/api/accounts/user.ts'
import { Suspense } from 'react'
import { CrashBoundary } from '../../ui/notices/CrashBoundary.tsx'
import { chunk } from '../../ui/browser/chunk.tsx'
import { TabSkeleton } from './TabSkeleton.tsx'

const AdminScreen = chunk(async () => (await import('../../features/admin/AdminScreen.tsx')).AdminScreen)
/** Loaded with the dashboard's chunk. A failure is shown where the screen is drawn. */
export const loadAdministration = (): Promise<unknown> => AdminScreen.preload().catch(() => undefined)

export const AdministrationTab = ({ user }: { readonly user: User }) => (
  <CrashBoundary text="No pudimos cargar la administración.">
    <Suspense fallback={<TabSkeleton />}>
      <AdminScreen user={user} />
    </Suspense>
  </CrashBoundary>
)
