import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

interface LeaveQuestionProps {
  readonly onStay: () => void
  readonly onLeave: () => void
}

export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Modal
      open
      onOpenChange={onStay}
      title="¿Salir sin guardar?"
      description="Perderás los cambios que no publicaste."
    >
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onStay}>Seguir editando</Button>
        <Button kind="danger" onClick={onLeave}>
          Salir
        </Button>
      </div>
    </Modal>
  )
}
