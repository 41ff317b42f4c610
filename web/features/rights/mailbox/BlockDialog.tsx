import { refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useBlockKeptMutation } from './mailbox-api.ts'
import { thingName } from './kept-texts.ts'
import type { ThingProps } from './CorrectForm.tsx'

interface BlockDialogProps extends ThingProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function BlockDialog({ mailboxKey, thing, open, onOpenChange }: BlockDialogProps) {
  const [block, { error, isLoading, reset }] = useBlockKeptMutation()
  const say = useSay()
  const change = (next: boolean) => {
    if (isLoading) return
    reset()
    onOpenChange(next)
  }
  const confirm = async () => {
    const { data } = await block({ key: mailboxKey, id: thing.id })
    if (!data) return
    onOpenChange(false)
    say(data.message)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={`¿Bloquear ${thingName(thing)}?`}
      consequence="Nadie lo ve ni lo usa hasta que lo desbloquees, tampoco para escribirte. No se borra, y lo desbloqueas desde aquí cuando quieras."
      verb="Bloquear"
      busyVerb="Bloqueando..."
      busy={isLoading}
      failure={error && refusalText(error, 'No pudimos bloquearlo.')}
      onConfirm={() => void confirm()}
    />
  )
}
