import type { ReactNode } from 'react'
import { BottomSheet } from '../../../../ui/overlays/BottomSheet.tsx'
import { Modal } from '../../../../ui/overlays/Modal.tsx'

interface RequestDialogProps {
  /** Else it comes from below. */
  readonly wide: boolean
  readonly title: string
  readonly about: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks why, before a request is refused or prolonged. */
export function RequestDialog({ wide, title, about, onClose, children }: RequestDialogProps) {
  if (wide)
    return (
      <Modal open onOpenChange={onClose} title={title} description={about}>
        {children}
      </Modal>
    )
  return (
    <BottomSheet open onOpenChange={onClose} title={title}>
      <div className="request-dialog grid gap-4">
        <p className="text-small wrap-anywhere text-ink-2">{about}</p>
        {children}
      </div>
    </BottomSheet>
  )
}
