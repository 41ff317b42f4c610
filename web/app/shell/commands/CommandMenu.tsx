import * as Dialog from 'radix-ui/dialog'
import { useRef } from 'react'
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx'
import { CommandList } from './CommandList.tsx'
import type { Command } from './commands.ts'

export interface CommandMenuProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly commands: readonly Command[]
}

export function CommandMenu({ open, onOpenChange, commands }: CommandMenuProps) {
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
