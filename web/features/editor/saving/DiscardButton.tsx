import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'

export function DiscardButton({ onDiscard }: { readonly onDiscard: () => void }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <IconButton
        label="Descartar"
        className="size-11 text-white hover:bg-white/12 hover:text-white"
        onClick={() => setAsks(true)}
      >
        <Undo2 aria-hidden="true" size={18} strokeWidth={1.9} />
      </IconButton>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="¿Descartar los cambios?"
        consequence="El formulario volverá a lo que está publicado."
        verb="Descartar cambios"
        busyVerb="Descartar cambios"
        busy={false}
        failure={undefined}
        onConfirm={() => {
          setAsks(false)
          onDiscard()
        }}
      />
    </>
  )
}
