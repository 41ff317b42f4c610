import { useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useDeleteImageMutation } from './image-api.ts'
import { SlotCorner } from './SlotCorner.tsx'
import type { Slot } from './slots.ts'
import { NO_ANSWER } from './use-image-upload.ts'

interface DeleteImageProps {
  readonly profileId: string
  readonly slot: Slot
  readonly onDone: (message: string) => void
}

export function DeleteImage({ profileId, slot, onDone }: DeleteImageProps) {
  const [open, setOpen] = useState(false)
  const [remove, { isLoading, error, reset }] = useDeleteImageMutation()
  const confirm = async () => {
    const { data } = await remove({ profileId, kind: slot.kind })
    if (!data) return
    setOpen(false)
    onDone(data.message)
  }
  return (
    <>
      <SlotCorner
        does="delete"
        label={`Eliminar ${slot.noun}`}
        aria-haspopup="dialog"
        onClick={() => {
          reset()
          setOpen(true)
        }}
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={slot.question}
        consequence="Tu perfil mostrará el diseño por defecto."
        verb="Eliminar imagen"
        busyVerb="Eliminando..."
        busy={isLoading}
        failure={error && `Error al eliminar imagen: ${refusalText(error, NO_ANSWER)}`}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
