import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { Modal } from '../../../../ui/overlays/Modal.tsx'

interface OrderDialogProps {
  readonly title: string
  readonly description: string
  readonly children?: ReactNode
  /** Of the button that leaves everything as it is. */
  readonly dismissal?: string
  readonly verb: string
  readonly kind?: 'primary' | 'danger'
  readonly busy: boolean
  readonly disabled?: boolean
  /** Why the order was refused. */
  readonly failure: string | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is done with the rows of a read model. */
export function OrderDialog(props: OrderDialogProps) {
  const { title, description, children, dismissal = 'Cancelar', verb, kind = 'primary' } = props
  const { busy, disabled = false, failure, onConfirm, onClose } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !disabled) onConfirm()
  }
  return (
    <Modal open onOpenChange={onClose} title={title} description={description}>
      <form onSubmit={submit} className="grid gap-4">
        {children}
        {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>{dismissal}</Button>
          <Button type="submit" kind={kind} busy={busy} disabled={disabled}>
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
