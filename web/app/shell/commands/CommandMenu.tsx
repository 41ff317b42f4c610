import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import * as Dialog from 'radix-ui/dialog'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { profileNameOf } from '../../../features/profiles/profile-choice.ts'
import type { ChosenProfile } from '../../../features/profiles/use-chosen-profile.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx'
import { copyLink } from '../../copy-link.ts'
import { ADMIN_PATH, ADMINISTRATION, OWN_ACCOUNT } from '../tab-ids.ts'
import { TABS, tabAddress } from '../tabs.ts'
import { CommandList } from './CommandList.tsx'
import type { Command } from './commands.ts'

/** What commands act on. */
export interface CommandTargets {
  readonly isAdmin: boolean
  readonly chosen: ChosenProfile
  /** Undefined while there is no page to show. */
  readonly showQr: (() => void) | undefined
}

export interface CommandMenuProps extends CommandTargets {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function CommandMenu({ open, onOpenChange, ...targets }: CommandMenuProps) {
  const commands = useCommands(targets)
  const chosen = useRef<Command | undefined>(undefined)
  const runChosen = () => {
    // Not before: the menu's focus trap would take the focus from the command's dialog.
    chosen.current?.run()
    chosen.current = undefined
  }
  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      onClosed={runChosen}
      className="fixed top-[min(16dvh,120px)] left-1/2 z-40 flex max-h-[min(70dvh,480px)] w-[min(520px,calc(100vw-32px))] -translate-x-1/2 animate-[rise_var(--dur-3)_var(--ease-out)] flex-col overflow-hidden rounded-lg bg-surface shadow-modal ring-1 ring-line"
    >
      <Dialog.Title className="sr-only">Menú de comandos</Dialog.Title>
      <CommandList
        commands={commands}
        onChoose={(command) => {
          chosen.current = command
          onOpenChange(false)
        }}
      />
    </DialogFrame>
  )
}

function useCommands({ isAdmin, chosen, showQr }: CommandTargets): readonly Command[] {
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
    ...(showQr ? [{ id: 'show-qr', group: 'Compartir', text: 'Mostrar QR', run: showQr }] : []),
    ...(profile ? [copy(profile)] : []),
    ...(list.profiles ?? []).filter(({ id }) => id !== profile?.id).map(switchTo),
  ]
}
