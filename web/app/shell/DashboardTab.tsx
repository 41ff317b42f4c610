import type { OwnProfile } from '@app/contracts/api/profiles.ts'
import { lazy, Suspense } from 'react'
import { NoProfiles } from '../../features/profiles/NoProfiles.tsx'
import { useProfileCreation } from '../../features/profiles/use-profile-creation.ts'
import type { Profiles } from '../../features/profiles/use-profiles.ts'
import { CrashBoundary } from '../../ui/notices/CrashBoundary.tsx'
import { FailedNotice } from '../../ui/notices/FailedNotice.tsx'
import { Toast } from '../../ui/notices/Toast.tsx'
import { TabSkeleton } from './TabSkeleton.tsx'

const AnalyticsTab = lazy(async () => ({
  default: (await import('../../features/analytics/AnalyticsTab.tsx')).AnalyticsTab,
}))

interface DashboardTabProps {
  readonly list: Profiles
  readonly profile: OwnProfile | undefined
  /** False for administrators, who see the profiles of others and create none. */
  readonly owner: boolean
}

export function DashboardTab({ list, profile, owner }: DashboardTabProps) {
  const { create, creating, message, forget } = useProfileCreation()
  if (list.failed) return <FailedNotice text="No pudimos cargar los perfiles." onRetry={list.retry} />
  if (list.loading) return <TabSkeleton />
  return (
    <>
      {owner && !profile ? (
        <NoProfiles creating={creating} onCreate={create} />
      ) : (
        <CrashBoundary text="No pudimos cargar las analíticas.">
          <Suspense fallback={<TabSkeleton />}>
            <AnalyticsTab profile={profile} />
          </Suspense>
        </CrashBoundary>
      )}
      <Toast message={message} onDone={forget} />
    </>
  )
}
