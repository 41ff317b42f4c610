import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { BottomSheet } from '../../../../ui/overlays/BottomSheet.tsx'
import { Modal } from '../../../../ui/overlays/Modal.tsx'
import type { useDecideRequest } from './use-decide-request.ts'

interface RequestDialogProps {
  /** Else it comes from below. */
  readonly wide: boolean
  readonly title: string
  readonly about: string
  readonly kind: 'primary' | 'danger'
  readonly verb: string
  readonly deciding: ReturnType<typeof useDecideRequest>
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** The fields. */
  readonly children: ReactNode
}

/** Asks why, before a request is refused or prolonged. */
export function RequestDialog(props: RequestDialogProps) {
  const { wide, title, about, onClose } = props
  if (wide)
    return (
      <Modal open onOpenChange={onClose} title={title} description={about}>
        <Form {...props} />
      </Modal>
    )
  return (
    <BottomSheet open onOpenChange={onClose} title={title}>
      <div className="request-dialog grid gap-4">
        <p className="text-small wrap-anywhere text-ink-2">{about}</p>
        <Form {...props} />
      </div>
    </BottomSheet>
  )
}

function Form({ kind, verb, deciding, onConfirm, onClose, children }: RequestDialogProps) {
  const { isLoading, failure } = deciding
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isLoading) onConfirm()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      {children}
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      <div className="request-buttons grid gap-2.5">
        <Button disabled={isLoading} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" kind={kind} busy={isLoading}>
          {isLoading ? 'Enviando...' : verb}
        </Button>
      </div>
    </form>
  )
}
