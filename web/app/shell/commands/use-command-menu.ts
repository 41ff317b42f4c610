import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useSay } from '../../../ui/notices/say.ts'
import { isDialogOpen } from '../use-sidebar.ts'
import type { CommandMenuProps, CommandTargets } from './CommandMenu.tsx'

const isCommandKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** Its chunk is loaded when it is opened for the first time. */
export function useCommandMenu(targets: CommandTargets): ReactNode {
  const say = useSay()
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps>>()
  const [open, setOpen] = useState(false)
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
  return Menu === undefined ? null : createElement(Menu, { ...targets, open, onOpenChange: setOpen })
}
