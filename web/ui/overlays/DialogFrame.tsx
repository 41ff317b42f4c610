import * as Dialog from 'radix-ui/dialog'
import type { ReactNode, Ref } from 'react'
import { useFocusReturn } from './use-focus-return.ts'
import { X } from 'lucide-react'
import { IconButton } from '../Button.tsx'

interface DialogFrameProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** It has a Dialog.Description. */
  readonly isDescribed?: boolean
  readonly className: string
  readonly findOpener?: (() => Element | null) | undefined
  /** Of the dialog itself. */
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** Has its own scrim: Dialog.Overlay would inject a style sheet, which the CSP blocks. */
export function DialogFrame(props: DialogFrameProps) {
  const { open, onOpenChange, isDescribed = false, className, findOpener, ref, children } = props
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn(findOpener)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-[fade_var(--dur-3)_var(--ease-out)] touch-none bg-(--scrim)" />
        <Dialog.Content
          ref={ref}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          {...(isDescribed ? {} : { 'aria-describedby': undefined })}
          className={className}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export const DialogClose = () => (
  <Dialog.Close asChild>
    <IconButton label="Cerrar">
      <X aria-hidden="true" size={18} strokeWidth={1.9} />
    </IconButton>
  </Dialog.Close>
)
