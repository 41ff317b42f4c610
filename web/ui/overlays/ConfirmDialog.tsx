import { Button } from '../Button.tsx'
import { Modal } from './Modal.tsx'
import { Notice } from '../notices/Notice.tsx'

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
