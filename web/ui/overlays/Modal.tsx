import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { DialogClose, DialogFrame } from './DialogFrame.tsx'
import { Button } from '../Button.tsx'
import { Notice } from '../notices/Notice.tsx'

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
