import type { AdminProfile } from '@app/contracts/api/admin.ts'
import { lazy, Suspense } from 'react'
import { CrashBoundary } from '../../ui/CrashBoundary.tsx'
import { FailedNotice } from '../../ui/FailedNotice.tsx'
import { TabSkeleton } from './TabSkeleton.tsx'

const AnalyticsTab = lazy(async () => ({
  default: (await import('../../features/analytics/AnalyticsTab.tsx')).AnalyticsTab,
}))

interface DashboardTabProps {
  readonly profile: AdminProfile | undefined
  readonly failed: boolean
  readonly loading: boolean
  readonly onRetry: () => void
}

/** The chosen tab about the chosen profile. */
export function DashboardTab({ profile, failed, loading, onRetry }: DashboardTabProps) {
  if (failed) return <FailedNotice text="No pudimos cargar los perfiles." onRetry={onRetry} />
  if (loading) return <TabSkeleton />
  return (
    <CrashBoundary text="No pudimos cargar las analíticas.">
      <Suspense fallback={<TabSkeleton />}>
        <AnalyticsTab profile={profile} />
      </Suspense>
    </CrashBoundary>
  )
}
