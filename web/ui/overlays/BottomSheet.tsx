import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { DialogClose, DialogFrame } from './DialogFrame.tsx'

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
