import { Modal } from '../../../ui/overlays/Modal.tsx'
import { DeleteAccountForm, type DeleteAccountProps } from './DeleteAccountForm.tsx'
import { useDeleteAccountMutation } from './own-account-api.ts'

interface DeleteAccountDialogProps extends DeleteAccountProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Stays open while the server erases: the progress is in it. */
export function DeleteAccountDialog({ open, onOpenChange, ...props }: DeleteAccountDialogProps) {
  const [erase, { isLoading, error, reset }] = useDeleteAccountMutation()
  const change = (next: boolean): void => {
    if (isLoading) return
    reset()
    onOpenChange(next)
  }
  return (
    <Modal
      open={open}
      onOpenChange={change}
      title="¿Borrar tu cuenta?"
      description="Esta acción no se puede deshacer."
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>Tus perfiles dejan de verse: sus enlaces, sus códigos QR y sus tarjetas ya no abren nada.</li>
        <li>Se borran tus textos, tus imágenes y los datos de quienes te dijeron quiénes son.</li>
        <li>Se cancelan los recordatorios que pidieron tus visitantes.</li>
        <li>Quedan cifras sin nombres. Tu correo se puede volver a registrar.</li>
      </ul>
      <DeleteAccountForm {...props} erase={erase} error={error} onCancel={() => change(false)} />
    </Modal>
  )
}
