import { useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { useDialogCall } from '../../../app/use-dialog-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useActOnMailboxMutation, type MailboxAct } from './mailbox-api.ts'

interface ActButtonProps {
  readonly act: MailboxAct
  readonly verb: string
  /** The subject, as the dialog names it. */
  readonly name: string
  readonly consequence: string
  readonly kind?: 'quiet-danger'
  readonly onDone?: (message: string) => void
}

/** Asks before it acts, and keeps a refusal in its dialog. */
export function ActButton({ act, verb, name, consequence, kind, onDone }: ActButtonProps) {
  const [open, setOpen] = useState(false)
  const [run, state] = useActOnMailboxMutation()
  const { change, run: runInDialog } = useDialogCall(state, setOpen)
  const confirm = async () => {
    const done = await runInDialog(run(act), ({ message }) => message)
    if (done) onDone?.(done.message)
  }
  return (
    <>
      <Button
        {...(kind && { kind })}
        aria-label={`${verb}: ${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        title={`${verb}: ${name}`}
        consequence={consequence}
        verb={verb}
        busyVerb="Enviando..."
        busy={state.isLoading}
        failure={state.error && refusalText(state.error, 'No pudimos hacerlo.')}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
