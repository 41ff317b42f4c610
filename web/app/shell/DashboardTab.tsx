import type { User } from '@app/contracts/accounts.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { Suspense, type ReactNode } from 'react'
import type { ProfileCreation, Profiles } from '../../features/profiles/use-chosen-profile.ts'
import { CrashBoundary, FailedNotice } from '../../ui/notices/states.tsx'
import {
  ADMINISTRATION,
  APPEARANCE,
  EDITOR,
  FIRST_TAB,
  HISTORY,
  MY_PROFILES,
  OWN_ACCOUNT,
  TABS,
} from './tabs.tsx'
import { quietChunk, type Chunk, chunk } from '../../ui/browser/chunk.tsx'

const OwnAccountScreen = quietChunk(
  async () => (await import('../../features/accounts/own/OwnAccountScreen.tsx')).OwnAccountScreen,
)
const AdminScreen = chunk(async () => {
  const admin = await import('../../features/admin/AdminScreen.tsx')
  await admin.loadPanel(window.location.search)
  return admin.AdminScreen
})

function TabSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Cargando…</span>
      <div className="skeleton mb-1 h-[26px] w-60 max-w-full" />
      <div className="skeleton mb-[18px] h-5 w-72 max-w-full" />
      <div className="skeleton mb-3.5 h-9 w-[480px] max-w-full" />
      <div className="grid min-[360px]:grid-cols-2 gap-2.5 min-[900px]:gap-3.5 min-[1150px]:grid-cols-4">
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="skeleton h-32 rounded-lg sm:h-[138px]" />
        ))}
      </div>
    </div>
  )
}

const AnalyticsTab = quietChunk(
  async () => (await import('../../features/analytics/AnalyticsTab.tsx')).AnalyticsTab,
)
const EditTab = quietChunk(async () => (await import('../../features/editor/EditTab.tsx')).EditTab)
const AppearanceTab = quietChunk(
  async () => (await import('../../features/editor/appearance/AppearanceTab.tsx')).AppearanceTab,
)
const HistoryTab = quietChunk(async () => (await import('../../features/history/HistoryTab.tsx')).HistoryTab)
const MyProfiles = quietChunk(
  async () => (await import('../../features/profiles/mine/MyProfiles.tsx')).MyProfiles,
)

interface TabProps {
  readonly user: User
  readonly profile: OwnProfile | undefined
  readonly profiles: readonly OwnProfile[]
  /** The chosen card, which `Mis Perfiles` shows below its title. */
  readonly stage: ReactNode
  readonly creation: ProfileCreation
  readonly onChoose: (profile: OwnProfile) => void
  readonly editAddress: (profile: OwnProfile) => string
}

interface Screen {
  readonly Content: Chunk<TabProps>
  readonly failure: string
}

const SCREENS: Readonly<Record<string, Screen>> = {
  [MY_PROFILES]: { Content: MyProfiles, failure: 'No pudimos cargar los perfiles.' },
  [EDITOR]: { Content: EditTab, failure: 'No pudimos cargar el perfil.' },
  [FIRST_TAB]: { Content: AnalyticsTab, failure: 'No pudimos cargar las analíticas.' },
  [APPEARANCE]: { Content: AppearanceTab, failure: 'No pudimos cargar la apariencia.' },
  [HISTORY]: { Content: HistoryTab, failure: 'No pudimos cargar el historial.' },
  [OWN_ACCOUNT]: { Content: OwnAccountScreen, failure: 'No pudimos cargar tu cuenta.' },
  [ADMINISTRATION]: { Content: AdminScreen, failure: 'No pudimos cargar la administración.' },
}

export const isOfProfile = (tab: string): boolean => tab !== OWN_ACCOUNT && tab !== ADMINISTRATION

/** Loaded with the dashboard's chunk, not after the profiles. A failure is shown where the tab is drawn. */
export const loadTab = async (tab: string): Promise<unknown> =>
  SCREENS[tab]?.Content.preload().catch(() => undefined)

interface DashboardTabProps extends Omit<TabProps, 'profiles'> {
  readonly tab: string
  readonly list: Profiles
}

export function DashboardTab({ tab, list, ...props }: DashboardTabProps) {
  const screen = SCREENS[tab]
  const title = TABS.find(({ id }) => id === tab)?.name
  if (isOfProfile(tab) && list.failed)
    return <FailedNotice title={title} text="No pudimos cargar los perfiles." onRetry={list.retry} />
  if (isOfProfile(tab) && list.loading) return <TabSkeleton />
  if (!screen) return null
  const { Content, failure } = screen
  return (
    <CrashBoundary title={title} text={failure}>
      <Suspense fallback={<TabSkeleton />}>
        <Content {...props} profiles={list.profiles ?? []} />
      </Suspense>
    </CrashBoundary>
  )
}
