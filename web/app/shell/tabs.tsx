import type { User } from '@app/contracts/accounts.ts'
import {
  ChartNoAxesCombined,
  History,
  IdCard,
  Palette,
  PenLine,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'
import { Link } from 'react-router-dom'

export const FIRST_TAB = 'analytics'
export const MY_PROFILES = 'profiles'
export const EDITOR = 'profile'
export const APPEARANCE = 'appearance'
export const HISTORY = 'history'
export const OWN_ACCOUNT = 'account'
export const ADMINISTRATION = 'admin'
const ADMIN_PATH = '/admin'

const KNOWN: readonly string[] = [FIRST_TAB, MY_PROFILES, EDITOR, APPEARANCE, HISTORY, OWN_ACCOUNT]

export interface Tab {
  readonly id: string
  readonly name: string
  readonly shortName: string
  readonly icon: LucideIcon
  readonly isUnderMore?: true
  readonly isOfAdministrators?: true
}

export const TABS: readonly Tab[] = [
  { id: MY_PROFILES, name: 'Mis Perfiles', shortName: 'Perfiles', icon: IdCard },
  { id: EDITOR, name: 'Editar Perfil', shortName: 'Editar', icon: PenLine },
  { id: FIRST_TAB, name: 'Analíticas', shortName: 'Analíticas', icon: ChartNoAxesCombined },
  { id: APPEARANCE, name: 'Apariencia', shortName: 'Apariencia', icon: Palette },
  { id: HISTORY, name: 'Historial', shortName: 'Historial', icon: History, isUnderMore: true },
  {
    id: ADMINISTRATION,
    name: 'Administración',
    shortName: 'Administración',
    icon: ShieldCheck,
    isUnderMore: true,
    isOfAdministrators: true,
  },
]

export const tabsOf = ({ is_admin }: Pick<User, 'is_admin'>): readonly Tab[] =>
  TABS.filter(({ isOfAdministrators }) => is_admin || !isOfAdministrators)

/** Within the dashboard; keeps the other parameters of its address. */
export function tabAddress(search: string, tab: string, profileId?: string): string {
  if (tab === ADMINISTRATION) return ADMIN_PATH
  const params = new URLSearchParams(search)
  params.set('tab', tab)
  if (profileId !== undefined) {
    withoutVersion(params)
    params.set('profile', profileId)
  }
  return `/dashboard?${params}`
}

export const shownTab = (
  { pathname, search }: { readonly pathname: string; readonly search: string },
  otherwise = FIRST_TAB,
): string => (pathname === ADMIN_PATH ? ADMINISTRATION : tabOf(search, otherwise))

export function tabOf(search: string, otherwise = FIRST_TAB): string {
  const named = new URLSearchParams(search).get('tab')
  return named !== null && KNOWN.includes(named) ? named : otherwise
}

/** A version belongs to one profile: an address that names another has none. */
export function withoutVersion(params: URLSearchParams): void {
  for (const name of ['version', 'at']) params.delete(name)
}

const NAV_ITEM =
  'flex min-h-9 w-full items-center gap-[10px] rounded-[10px] text-start text-nav font-[550] wrap-anywhere ' +
  'hyphens-auto text-ink-2 hover:bg-ink/5 aria-[current]:bg-surface aria-[current]:font-[650] ' +
  'aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line),var(--shadow-1)] pointer-coarse:min-h-11 ' +
  'forced-colors:aria-[current]:border [&>span]:min-w-0'

/** In the sheet of phones large text has the room of its edges. */
export const navItem = (narrow: boolean): string =>
  `${NAV_ITEM} ${narrow ? 'justify-center' : 'px-[min(0.625rem,3.125vw)]'}`

interface NavItemProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly narrow?: boolean
  readonly count?: number | undefined
}

export function NavLabel({ icon: Icon, label, narrow = false, count }: NavItemProps) {
  return (
    <>
      <Icon
        aria-hidden="true"
        size={18}
        strokeWidth={1.9}
        className="flex-none in-aria-[current]:text-accent"
      />
      <span className={narrow ? 'sr-only' : ''}>{label}</span>
      {count !== undefined && !narrow && (
        <span aria-hidden="true" className="ml-auto text-micro font-semibold text-ink-3">
          {count}
        </span>
      )}
    </>
  )
}

interface NavLinkProps extends NavItemProps {
  readonly to: string
  readonly current: boolean
  readonly onClick?: (() => void) | undefined
}

export function NavItem({ to, current, onClick, ...label }: NavLinkProps) {
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      title={label.narrow ? label.label : undefined}
      className={navItem(label.narrow ?? false)}
    >
      <NavLabel {...label} />
    </Link>
  )
}
