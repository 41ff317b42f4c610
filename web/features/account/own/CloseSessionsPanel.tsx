import { useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useCloseSessionsMutation } from '../account-api.ts'
import { SessionList } from './SessionList.tsx'

export function CloseSessionsPanel({ onClosed }: { readonly onClosed: () => void }) {
  const [open, setOpen] = useState(false)
  const [closeSessions, { isLoading, error, reset }] = useCloseSessionsMutation()
  const confirm = async () => {
    const { data } = await closeSessions()
    if (data) onClosed()
  }
  return (
    <Panel title="Tus sesiones">
      <SessionList />
      <p className="mb-3 text-ink-2">
        ¿Perdiste un teléfono o entraste en un computador ajeno? Sal de todos a la vez.
      </p>
      <Button
        aria-haspopup="dialog"
        className="self-start"
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        Cerrar todas las sesiones
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="¿Cerrar todas las sesiones?"
        consequence="Saldrás de tu cuenta en este y en todos tus dispositivos. Para volver, entra de nuevo."
        verb="Cerrar sesiones"
        busyVerb="Cerrando..."
        busy={isLoading}
        failure={error && refusalText(error, 'No pudimos cerrar tus sesiones.')}
        onConfirm={() => void confirm()}
      />
    </Panel>
  )
}
