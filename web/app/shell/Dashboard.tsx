import { useSelector } from 'react-redux'
import { useSearchParams } from 'react-router-dom'
import { chosenProfile } from '../../features/profiles/profile-choice.ts'
import { ProfileSwitch } from '../../features/profiles/ProfileSwitch.tsx'
import { useProfiles } from '../../features/profiles/use-profiles.ts'
import { Mark } from '../../ui/Mark.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { selectSignedIn } from '../session/session.ts'
import { BottomBar } from './BottomBar.tsx'
import { DashboardTab } from './DashboardTab.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useSidebar } from './use-sidebar.ts'

export function Dashboard() {
  const user = useSelector(selectSignedIn)?.user
  const wide = useMedia('(min-width: 900px)')
  const sidebar = useSidebar()
  const [params, setParams] = useSearchParams()
  const list = useProfiles(user)
  const profile = chosenProfile(list.profiles ?? [], params.get('profile'))
  if (!user) return null

  const profileSwitch = list.profiles && profile && (
    <ProfileSwitch
      profiles={list.profiles}
      chosen={profile}
      compact={wide && sidebar.narrow}
      onChoose={({ id }) => {
        const next = new URLSearchParams(params)
        next.set('profile', id)
        setParams(next)
      }}
    />
  )
  return (
    <div className={wide ? 'flex min-h-dvh' : 'min-h-dvh pb-24'}>
      <SkipLink to="#contenido" />
      {wide ? (
        <Sidebar user={user} slug={profile?.slug} sidebar={sidebar} profileSwitch={profileSwitch} />
      ) : (
        <header className="grid min-h-[73px] items-center border-b border-line px-4 py-2.5">
          {profileSwitch ?? (list.profiles && <Mark />)}
        </header>
      )}
      <main
        id="contenido"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1320px] min-w-0 px-4 py-3.5 outline-none min-[900px]:px-8 min-[900px]:pt-[22px] min-[900px]:pb-12"
      >
        <DashboardTab list={list} profile={profile} owner={!user.is_admin} />
      </main>
      {!wide && <BottomBar user={user} slug={profile?.slug} />}
    </div>
  )
}
