import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { DialogClose } from './DialogFrame.tsx'
import { DialogFrame } from './DialogFrame.tsx'

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
      {/* Within the round corners, where a scrollbar would cross them. */}
      <div className="modal-body">
        <div className="modal-head">
          <Dialog.Title>{title}</Dialog.Title>
          {description && <Dialog.Description className="text-ink-2">{description}</Dialog.Description>}
        </div>
        {children}
      </div>
      {/* Last in the DOM, so that the initial focus is in the content. */}
      <div className="modal-close">
        <DialogClose />
      </div>
    </DialogFrame>
  )
}
