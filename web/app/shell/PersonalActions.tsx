import type { User } from '@app/contracts/api/auth.ts'
import { ExternalLink, LogOut, Moon, Sun } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { chooseTheme, useTheme } from '../../ui/theme.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { CloseSessionsButton } from './CloseSessionsButton.tsx'
import { navItem, NavLabel } from './NavItem.tsx'

interface PersonalActionsProps {
  readonly user: User
  readonly slug: string | undefined
  readonly narrow?: boolean
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toLocaleUpperCase('es'))
    .join('')

function Account({ user, narrow }: { readonly user: User; readonly narrow: boolean }) {
  const signOut = useSignOut()
  return (
    <div className={`flex items-center gap-2.5 ${narrow ? 'flex-col py-2' : 'p-2'}`}>
      <span
        aria-hidden="true"
        title={narrow ? user.name : undefined}
        className="grid size-[34px] flex-none place-items-center rounded-full bg-signal text-micro font-bold tracking-[-0.02em] text-on-signal"
      >
        {initials(user.name)}
      </span>
      <span className={narrow ? 'sr-only' : 'grid min-w-0 flex-1 justify-items-start gap-0.5'}>
        <b className="max-w-full truncate text-small leading-[1.3] font-[650]">{user.name}</b>
        {user.is_admin && (
          <span className="inline-flex h-[18px] items-center rounded-full bg-accent-soft px-1.5 text-[.6875rem] font-semibold text-accent">
            Administrador
          </span>
        )}
      </span>
      <IconButton label="Cerrar sesión" onClick={signOut}>
        <LogOut aria-hidden="true" size={17} strokeWidth={1.9} />
      </IconButton>
    </div>
  )
}

export function PersonalActions({ user, slug, narrow = false }: PersonalActionsProps) {
  const dark = useTheme() === 'dark'
  const themeLabel = dark ? 'Tema claro' : 'Tema oscuro'
  return (
    <div className="grid gap-1">
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
      <CloseSessionsButton narrow={narrow} />
      <hr className="mx-2 my-1 border-line" />
      <Account user={user} narrow={narrow} />
    </div>
  )
}
