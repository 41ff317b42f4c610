import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import type { DeleteAccountProps } from './DeleteAccountForm.tsx'

export function DeleteAccountPanel(props: DeleteAccountProps) {
  const [open, setOpen] = useState(false)
  return (
    <Panel title="Borrar tu cuenta">
      <p className="mb-3 text-ink-2">
        Se borra para siempre, con tus perfiles. Si quieres guardar algo, descarga antes tus datos.
      </p>
      <Button kind="quiet-danger" aria-haspopup="dialog" className="self-start" onClick={() => setOpen(true)}>
        Borrar mi cuenta
      </Button>
      <DeleteAccountDialog {...props} open={open} onOpenChange={setOpen} />
    </Panel>
  )
}
