import type { User } from '@app/contracts/api/accounts/user.ts'
import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { profileNameOf } from '../../../features/profiles/profile-choice.ts'
import type { ChosenProfile } from '../../../features/profiles/use-chosen-profile.ts'
import { copyLink } from '../../copy-link.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { ADMIN_PATH, ADMINISTRATION, OWN_ACCOUNT } from '../tab-ids.ts'
import { TABS, tabAddress } from '../tabs.ts'
import type { CommandMenuProps } from './CommandMenu.tsx'
import type { Command } from './commands.ts'

/** A dialog that is open keeps what is in it: no menu opens over it. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role=dialog]')].some(
    (dialog) => dialog.closest('[data-radix-popper-content-wrapper]') === null,
  )

const isCommandKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** Its chunk is loaded when it is opened for the first time. */
export function useCommandMenu(user: User | undefined, chosen: ChosenProfile): ReactNode {
  const say = useSay()
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps>>()
  const [open, setOpen] = useState(false)
  const commands = useCommands(user?.is_admin === true, chosen)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isCommandKey(event)) return
      event.preventDefault()
      if (isDialogOpen()) return
      import('./CommandMenu.tsx').then(
        ({ CommandMenu }) => {
          setMenu(() => CommandMenu)
          setOpen(true)
        },
        () => say('Error: no pudimos abrir el menú. Inténtalo de nuevo.'),
      )
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [say])
  return Menu === undefined ? null : createElement(Menu, { open, onOpenChange: setOpen, commands })
}

function useCommands(isAdmin: boolean, chosen: ChosenProfile): readonly Command[] {
  const say = useSay()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { list, profile, choose } = chosen
  const goTo = (id: string, text: string, to = tabAddress(search, id)): Command => ({
    id: `tab-${id}`,
    group: 'Ir a',
    text,
    run: () => void navigate(to),
  })
  const switchTo = (other: OwnProfile): Command => ({
    id: `profile-${other.id}`,
    group: 'Cambiar de perfil',
    text: profileNameOf(other),
    hint: `/pages/${other.slug}`,
    run: () => choose(other),
  })
  const copy = ({ slug }: OwnProfile): Command => ({
    id: 'copy-link',
    group: 'Compartir',
    text: 'Copiar enlace',
    hint: `/pages/${slug}`,
    run: () => void copyLink(slug).then(say),
  })
  return [
    ...TABS.map(({ id, name }) => goTo(id, name)),
    ...(isAdmin ? [goTo(ADMINISTRATION, 'Administración', ADMIN_PATH)] : []),
    goTo(OWN_ACCOUNT, 'Mi cuenta'),
    ...(profile ? [copy(profile)] : []),
    ...(list.profiles ?? []).filter(({ id }) => id !== profile?.id).map(switchTo),
  ]
}
