import type { User } from '@app/contracts/accounts.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { PanelLeftClose, PanelLeftOpen, QrCode } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { IconButton } from '../../ui/Button.tsx'
import { SkipLink } from '../../ui/PageLinks.tsx'
import { Mark } from '../../ui/brand.tsx'
import { NavItem, navItem, NavLabel, MY_PROFILES, tabAddress, tabsOf } from './tabs.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { recall, remember } from '../../ui/browser/browser-storage.ts'

const WIDTH_KEY = 'app.sidebar'

interface SidebarState {
  readonly narrow: boolean
  readonly toggle: () => void
}

export function useSidebar(): SidebarState {
  const [narrow, setNarrow] = useState(() => recall(WIDTH_KEY) === 'narrow')
  useEffect(() => remember(WIDTH_KEY, narrow ? 'narrow' : 'wide'), [narrow])
  return { narrow, toggle: () => setNarrow(!narrow) }
}

interface QrButtonProps {
  /** Undefined until the card is there: the place is reserved. */
  readonly onPress: (() => void) | undefined
}

const QrButton = ({ onPress }: QrButtonProps) => (
  <button
    type="button"
    aria-label="Mostrar QR"
    aria-haspopup="dialog"
    onClick={onPress}
    className="grid size-[52px] place-items-center rounded-[14px] bg-surface ring-1 ring-line low:size-11"
  >
    <QrCode aria-hidden="true" size={22} strokeWidth={1.9} />
  </button>
)

const QrItem = ({ onPress, narrow }: QrButtonProps & { readonly narrow: boolean }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    disabled={!onPress}
    title={narrow ? 'Mostrar QR' : undefined}
    onClick={onPress}
    className={`${navItem(narrow)} mb-2 flex-none bg-surface ring-1 ring-line`}
  >
    <NavLabel icon={QrCode} label="Mostrar QR" narrow={narrow} />
  </button>
)

interface SidebarProps {
  readonly user: User
  readonly tab: string
  readonly slug: string | undefined
  readonly profilesCount: number | undefined
  readonly sidebar: SidebarState
  readonly profileSwitch: ReactNode
  readonly showQr: (() => void) | undefined
}

const ASIDE =
  'sticky top-0 z-20 flex h-dvh flex-none flex-col gap-1 overflow-y-auto border-r border-line bg-bg py-3.5'

export function Sidebar({ user, tab, slug, profilesCount, sidebar, profileSwitch, showQr }: SidebarProps) {
  const { narrow, toggle } = sidebar
  const ToggleIcon = narrow ? PanelLeftOpen : PanelLeftClose
  return (
    <aside className={`${ASIDE} ${narrow ? 'w-16 px-2.5' : 'w-(--sidebar) px-3'}`}>
      <SkipLink to="#contenido" />
      <div className={`flex items-center pb-2.5 ${narrow ? 'flex-col gap-2' : 'pl-2'}`}>
        <Link to="/" aria-label={`${PRODUCT.name}, inicio`} className={`py-1.5 ${narrow ? '' : 'mr-auto'}`}>
          <Mark word={!narrow} />
        </Link>
        <IconButton
          label={narrow ? 'Expandir menú' : 'Contraer menú'}
          aria-expanded={!narrow}
          className="text-ink-3"
          onClick={toggle}
        >
          <ToggleIcon aria-hidden="true" size={17} strokeWidth={1.9} />
        </IconButton>
      </div>
      <div className="mb-2.5 min-h-[52px]">{profileSwitch}</div>
      {(showQr || profilesCount === undefined) && <QrItem narrow={narrow} onPress={showQr} />}
      <Navigation user={user} tab={tab} narrow={narrow} profilesCount={profilesCount} />
      <div className="mt-auto pt-4">
        <AccountMenu user={user} slug={profilesCount === undefined ? '' : slug} narrow={narrow} />
      </div>
    </aside>
  )
}

interface NavigationProps extends Pick<SidebarProps, 'user' | 'tab' | 'profilesCount'> {
  readonly narrow: boolean
}

function Navigation({ user, tab, narrow, profilesCount }: NavigationProps) {
  const { search } = useLocation()
  return (
    <nav aria-label="Panel" className="grid gap-0.5">
      {tabsOf(user).map(({ id, name, icon }) => (
        <NavItem
          key={id}
          to={tabAddress(search, id)}
          icon={icon}
          label={name}
          narrow={narrow}
          current={tab === id}
          count={id === MY_PROFILES ? profilesCount : undefined}
        />
      ))}
    </nav>
  )
}

interface PhoneHeadProps {
  readonly profileSwitch: ReactNode
  readonly showQr: (() => void) | undefined
  readonly isLoaded: boolean
}

export const MAIN =
  'mx-auto w-full max-w-[1320px] min-w-0 px-4 py-3.5 outline-none min-[900px]:px-8 min-[900px]:pt-[22px] min-[900px]:pb-12'
export const PHONE_HEAD =
  'sticky top-0 z-10 grid h-(--head) grid-cols-[minmax(0,1fr)_auto] items-center gap-2.5 border-b border-line bg-bg px-4'

export const PhoneHead = ({ profileSwitch, showQr, isLoaded }: PhoneHeadProps) => (
  <header className={PHONE_HEAD}>
    <SkipLink to="#contenido" />
    {profileSwitch ?? (isLoaded && <Mark />)}
    {showQr && <QrButton onPress={showQr} />}
  </header>
)
