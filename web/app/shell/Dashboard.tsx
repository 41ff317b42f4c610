import type { User } from '@app/contracts/accounts.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { Suspense, useEffect, useState, useLayoutEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { beginsAsBand } from '../../features/profiles/first-run/first-steps.ts'
import { useCardInHand, type CardActions } from '../../features/profiles/hand/use-card-in-hand.ts'
import {
  useChosenProfile,
  type ChosenProfile,
  useProfileCreation,
} from '../../features/profiles/use-chosen-profile.ts'
import { ProfileSwitch } from '../../features/profiles/ProfileSwitch.tsx'
import { CrashBoundary, LazyPart } from '../../ui/notices/states.tsx'
import { Toasts } from '../../ui/notices/Toasts.tsx'
import { recall, remember } from '../../ui/browser/browser-storage.ts'
import { useMedia } from '../../ui/browser/use-browser.ts'
import { OfflineBanner } from '../OfflineBanner.tsx'
import { loadQuietChunks, quietChunk } from '../../ui/browser/chunk.tsx'
import { storedSession } from '../session/session-token.ts'
import { selectSignedIn } from '../session/session-slice.ts'
import { DashboardTab, isOfProfile, loadTab } from './DashboardTab.tsx'
import { BottomBar } from './phone/BottomBar.tsx'
import { MAIN, PhoneHead, Sidebar, useSidebar } from './Sidebar.tsx'
import { ADMINISTRATION, EDITOR, FIRST_TAB, MY_PROFILES, shownTab, tabAddress } from './tabs.tsx'

/** A tab that is pressed begins at its top; one that is gone back to stands where the browser left it. */
function useTopOfTab(tab: string): void {
  const isReturn = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    if (!isReturn) window.scrollTo(0, 0)
    // By the way into this tab alone: a filter of the address moves nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tab])
}

/** Rarely used parts load later, so that the screen is lighter for everybody. */
const Stage = quietChunk(async () => (await import('../../features/profiles/first-run/Stage.tsx')).Stage)
const WhoseProfile = quietChunk(async () => (await import('./WhoseProfile.tsx')).WhoseProfile)

/** As tall as the stage at each width, with the form of an empty card: nothing moves as it comes. */
const placeOf = (profile: OwnProfile): string =>
  beginsAsBand(profile)
    ? 'h-[215px] min-[560px]:h-[131px] min-[900px]:h-[220px]'
    : `box-content h-[971px] min-[560px]:h-[884px] min-[900px]:h-[912px] min-[1180px]:h-[692px] min-[1366px]:h-[654px] ${profile.phone === '' ? 'pb-[85px]' : ''}`

interface OwnStageProps {
  readonly profile: OwnProfile
  readonly hand: CardActions
}

const OwnStage = ({ profile, hand }: OwnStageProps) => (
  <CrashBoundary text="No pudimos mostrar tu tarjeta.">
    <Suspense fallback={<div className={`skeleton stage-place mb-5 rounded-xl ${placeOf(profile)}`} />}>
      <Stage key={profile.id} profile={profile} hand={hand} />
    </Suspense>
  </CrashBoundary>
)

interface ContentProps {
  readonly user: User
  readonly tab: string
  readonly chosen: ChosenProfile
  readonly hand: CardActions
}

function Content({ user, tab, chosen, hand }: ContentProps) {
  useTopOfTab(tab)
  const { search } = useLocation()
  const navigate = useNavigate()
  const editAddress = ({ id }: { readonly id: string }) => tabAddress(search, EDITOR, id)
  const creation = useProfileCreation((made) => void navigate(editAddress(made)))
  const { list, profile, isForeign, isUnknown, choose } = chosen
  const hasStage = !user.is_admin && !isForeign && tab === MY_PROFILES
  return (
    <>
      {isOfProfile(tab) && (isForeign || isUnknown) && (
        <LazyPart>
          <WhoseProfile chosen={chosen} />
        </LazyPart>
      )}
      <DashboardTab
        key={tab}
        tab={tab}
        stage={hasStage && profile?.is_active && <OwnStage profile={profile} hand={hand} />}
        list={list}
        user={user}
        profile={profile}
        creation={creation}
        onChoose={choose}
        editAddress={editAddress}
      />
    </>
  )
}

const LAST_TAB = 'app.tab'

/** Before the profiles are there: most owners without a last tab have one card. */
const likelyTab = (isAdmin: boolean): string => recall(LAST_TAB) ?? (isAdmin ? FIRST_TAB : MY_PROFILES)

const openedTab = shownTab(window.location, likelyTab(storedSession(Date.now())?.user?.is_admin === true))
void loadTab(openedTab)
if (openedTab === MY_PROFILES) void Stage.preload()

/** The card, until its steps are done; then the tab of last time. */
function firstTabOf({ list: { profiles }, profile, isForeign }: ChosenProfile, isAdmin: boolean): string {
  const isOwners = !isAdmin && !isForeign
  if (isOwners && (!profile || !beginsAsBand(profile))) return MY_PROFILES
  if (profiles?.length === 0 && !profile) return MY_PROFILES
  return recall(LAST_TAB) ?? (isOwners && profiles?.length === 1 ? MY_PROFILES : FIRST_TAB)
}

/** The first one stays, because a tap that comes would lead away from where it is visible. */
function useTab(chosen: ChosenProfile, isAdmin: boolean): string {
  const address = useLocation()
  const [first, setFirst] = useState<string>()
  if (first === undefined && chosen.list.profiles !== undefined) setFirst(firstTabOf(chosen, isAdmin))
  const tab = shownTab(address, first ?? likelyTab(isAdmin))
  useEffect(() => {
    if (first !== undefined && isOfProfile(tab)) remember(LAST_TAB, tab)
  }, [first, tab])
  return tab
}

/** The screen itself comes first, however slow the network is. */
const QUIET_MS = 1_000
const LOADING = 'main :is([aria-busy=true], .skeleton)'

/** @returns a value once the screen has drawn what it opened with: from then on the rest is loaded */
function useQuiet<Value>(isAdmin: boolean, value: Value): Value | undefined {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    if (isQuiet) return undefined
    const looking = setInterval(() => setQuiet(!document.querySelector(LOADING)), QUIET_MS)
    return () => clearInterval(looking)
  }, [isQuiet])
  useEffect(() => {
    let isOpen = isQuiet
    const load = async () => {
      await loadQuietChunks(() => isOpen)
      if (!isAdmin || !isOpen) return
      await loadTab(ADMINISTRATION)
      await loadQuietChunks(() => isOpen)
    }
    void load()
    return () => {
      isOpen = false
    }
  }, [isQuiet, isAdmin])
  return isQuiet ? value : undefined
}

function DashboardFrame() {
  const user = useSelector(selectSignedIn)?.user
  const wide = useMedia('(min-width: 900px)')
  const chosen = useChosenProfile(user)
  const { profile, list } = chosen
  const card = profile?.is_active ? profile : undefined
  const isAdmin = user?.is_admin === true
  const [hand, openCard] = useCardInHand(card, useQuiet(isAdmin, list.profiles))
  const sidebar = useSidebar()
  const tab = useTab(chosen, isAdmin)
  if (!user) return null

  const profileSwitch = list.profiles && profile && (
    <ProfileSwitch
      profiles={list.profiles}
      chosen={profile}
      compact={wide && sidebar.narrow}
      onChoose={chosen.choose}
    />
  )
  const nav = { user, tab, slug: card?.slug }
  const head = { profileSwitch, showQr: card && hand.showQr }
  return (
    <div className={wide ? 'flex min-h-dvh' : 'min-h-dvh pb-24'}>
      {wide ? (
        <Sidebar {...nav} {...head} sidebar={sidebar} profilesCount={list.profiles?.length} />
      ) : (
        <PhoneHead {...head} isLoaded={list.profiles !== undefined} />
      )}
      <main id="contenido" tabIndex={-1} className={MAIN}>
        <OfflineBanner />
        <Content user={user} tab={tab} chosen={chosen} hand={hand} />
      </main>
      {!wide && <BottomBar {...nav} />}
      {openCard}
    </div>
  )
}

export const Dashboard = () => (
  <Toasts>
    <DashboardFrame />
  </Toasts>
)
