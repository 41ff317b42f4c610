import type { User } from '@app/contracts/accounts.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { ExternalLink, LogOut, Moon, Sun, UserRound } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { IconButton } from '../../ui/Button.tsx'
import { initialsOf } from '../../ui/people.tsx'
import { chooseTheme, useTheme } from '../../ui/browser/use-browser.ts'
import { useSignOut } from '../session/sign-out.ts'
import { navItem, NavLabel, OWN_ACCOUNT, tabOf, tabAddress } from './tabs.tsx'

interface AccountMenuProps {
  readonly user: User
  /** Empty until the profiles are there: the place of the link is reserved. */
  readonly slug: string | undefined
  readonly narrow?: boolean
  readonly onLeave?: () => void
}

interface AccountProps {
  readonly user: User
  readonly narrow: boolean
  readonly onLeave?: (() => void) | undefined
}

const INITIALS =
  'grid size-[34px] flex-none place-items-center rounded-full bg-signal text-micro font-bold tracking-[-0.02em] ' +
  'text-on-signal before:content-[attr(data-initials)]'
const NAME =
  'max-w-full truncate text-small leading-[1.3] font-[650] in-[[role=dialog]]:line-clamp-2 ' +
  'in-[[role=dialog]]:text-[length:min(var(--text-small),6.5vw)] in-[[role=dialog]]:whitespace-normal ' +
  'in-[[role=dialog]]:wrap-anywhere'
const ROLE = 'rounded-full bg-accent-soft px-1.5 text-[0.6875rem] leading-[18px] font-semibold text-accent'

function AccountLink({ user, narrow, onLeave }: AccountProps) {
  const { search } = useLocation()
  const name = user.is_blocked ? BLOCKED_TEXT : user.name
  return (
    <Link
      to={tabAddress(search, OWN_ACCOUNT)}
      aria-current={tabOf(search) === OWN_ACCOUNT ? 'page' : undefined}
      title={narrow ? 'Mi cuenta' : undefined}
      onClick={onLeave}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-md p-1 hover:bg-ink/5 aria-[current]:bg-surface-2"
    >
      {/* Drawn, so that the link's name begins with its words. */}
      <span aria-hidden="true" data-initials={initialsOf(name)} className={INITIALS} />
      <span className={narrow ? 'sr-only' : 'grid min-w-0 flex-1 justify-items-start gap-0.5'}>
        <span className="sr-only">Mi cuenta: </span>
        <b dir="auto" className={NAME}>
          {name}
        </b>
        {user.is_admin && <span className={ROLE}>Administrador</span>}
      </span>
    </Link>
  )
}

function Account(props: AccountProps) {
  const signOut = useSignOut()
  return (
    <div className={`flex items-center gap-1 ${props.narrow ? 'flex-col py-2' : 'p-1'}`}>
      <AccountLink {...props} />
      <IconButton label="Cerrar sesión" onClick={signOut}>
        <LogOut aria-hidden="true" size={17} strokeWidth={1.9} />
      </IconButton>
    </div>
  )
}

export function AccountMenu({ user, slug, narrow = false, onLeave }: AccountMenuProps) {
  const dark = useTheme() === 'dark'
  const themeLabel = dark ? 'Tema claro' : 'Tema oscuro'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {slug === '' && <div className={navItem(narrow)} />}
      {slug && (
        <a
          href={`/pages/${slug}`}
          target="_blank"
          rel="noreferrer"
          title={narrow ? 'Ver perfil público' : undefined}
          className={navItem(narrow)}
        >
          <NavLabel icon={ExternalLink} label="Ver perfil público" narrow={narrow} />
        </a>
      )}
      <button
        type="button"
        title={narrow ? themeLabel : undefined}
        onClick={() => chooseTheme(dark ? 'light' : 'dark')}
        className={navItem(narrow)}
      >
        <NavLabel icon={dark ? Sun : Moon} label={themeLabel} narrow={narrow} />
      </button>
      <Link
        to={MY_DATA_LINK.path}
        title={narrow ? MY_DATA_LINK.text : undefined}
        onClick={onLeave}
        className={navItem(narrow)}
      >
        <NavLabel icon={UserRound} label={MY_DATA_LINK.text} narrow={narrow} />
      </Link>
      <hr className="mx-2 my-1 border-line" />
      <Account user={user} narrow={narrow} onLeave={onLeave} />
    </div>
  )
}
