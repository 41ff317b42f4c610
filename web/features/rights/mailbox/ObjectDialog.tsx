import { refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useObjectMailboxMutation } from './mailbox-api.ts'

interface ObjectDialogProps {
  readonly mailboxKey: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ObjectDialog({ mailboxKey, open, onOpenChange }: ObjectDialogProps) {
  const [object, { error, isLoading, reset }] = useObjectMailboxMutation()
  const say = useSay()
  const change = (next: boolean) => {
    if (isLoading) return
    reset()
    onOpenChange(next)
  }
  const confirm = async () => {
    const { data } = await object(mailboxKey)
    if (!data) return
    onOpenChange(false)
    say(data.message)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title="¿No escribirte más?"
      consequence="Cancela los recordatorios y avisos a este correo, de ahora y de después. Tus datos quedan."
      verb="No me escriban más"
      busyVerb="Anotando..."
      busy={isLoading}
      failure={error && refusalText(error, 'No pudimos anotarlo.')}
      onConfirm={() => void confirm()}
    />
  )
}
