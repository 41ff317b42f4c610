import * as Dialog from 'radix-ui/dialog'
import type { ReactNode, Ref } from 'react'
import { Button, IconButton } from './Button.tsx'
import { Notice } from './notices/Notice.tsx'
import { useFocusReturn } from './focus.ts'
import { X } from 'lucide-react'

interface ModalProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly description?: string
  readonly children: ReactNode
}

export function Modal({ open, onOpenChange, title, description, children }: ModalProps) {
  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      isDescribed={description !== undefined}
      className="fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-32px)] w-[min(420px,calc(100vw-32px))] -translate-1/2 animate-[rise_var(--dur-3)_var(--ease-out)] overflow-clip rounded-[28px] bg-surface shadow-modal ring-1 ring-line"
    >
      {/* Within the round corners, where a scrollbar would cross them. A list that scrolls by itself keeps its rows. */}
      <div className="grid flex-1 auto-rows-max grid-cols-[minmax(0,1fr)] gap-5 overflow-y-auto p-[min(1.5rem,7.5vw)]">
        <div className="grid gap-1.5 pr-[min(2.25rem,11.25vw)] wrap-anywhere">
          <Dialog.Title className="text-[length:max(min(1.25rem,7.5vw),min(1rem,9.4vw))] leading-[1.2] tracking-[-0.022em]">
            {title}
          </Dialog.Title>
          {description && <Dialog.Description className="text-ink-2">{description}</Dialog.Description>}
        </div>
        {children}
      </div>
      {/* Last in the DOM, so that the initial focus is in the content. */}
      <div className="absolute top-[min(1.25rem,6.25vw)] right-[min(1.25rem,6.25vw)] rounded-full bg-surface [&_svg]:size-[56.25%] [&>button]:size-[min(2rem,10vw)]">
        <DialogClose />
      </div>
    </DialogFrame>
  )
}

interface ConfirmDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly consequence: string
  readonly verb: string
  readonly busyVerb: string
  readonly busy: boolean
  readonly failure: string | undefined
  readonly onConfirm: () => void
}

/** The initial focus is on Cancelar. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, consequence, busy, failure } = props
  return (
    <Modal open={open} onOpenChange={onOpenChange} title={title} description={consequence}>
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={() => onOpenChange(false)}>Cancelar</Button>
        <Button kind="danger" busy={busy} onClick={props.onConfirm}>
          {busy ? props.busyVerb : props.verb}
        </Button>
      </div>
    </Modal>
  )
}

interface DialogFrameProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isDescribed?: boolean
  readonly className: string
  readonly findOpener?: (() => Element | null) | undefined
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

interface BottomSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly children: ReactNode
}

export function BottomSheet({ open, onOpenChange, title, children }: BottomSheetProps) {
  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      className={
        'fixed inset-x-0 bottom-0 z-40 flex max-h-[calc(100dvh-12px)] ' +
        'animate-[slide-up_var(--dur-4)_var(--ease-out)] overflow-clip rounded-t-[28px] bg-surface ' +
        'shadow-modal'
      }
    >
      <div className="min-w-0 flex-1 overflow-y-auto overscroll-contain px-[min(1rem,5vw)] pt-3 pb-[max(20px,env(safe-area-inset-bottom))]">
        <div className="mb-2 flex items-center justify-between pl-2.5">
          <Dialog.Title className="text-h2">{title}</Dialog.Title>
          <DialogClose />
        </div>
        {children}
      </div>
    </DialogFrame>
  )
}
