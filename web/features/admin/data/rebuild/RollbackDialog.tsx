import type { ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { refusalText } from '../../../../app/refusal.ts'
import { useSay } from '../../../../ui/notices/say.ts'
import { instantText } from '../../../../ui/wording/relative-time.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { useRollbackMutation } from './rebuild-api.ts'
import { BACK_FAILED, backText } from './rebuild-words.ts'

interface RollbackDialogProps {
  readonly line: ProjectionLine
  readonly onClose: () => void
}

export function RollbackDialog({ line, onClose }: RollbackDialogProps) {
  const [rollback, { isLoading, error }] = useRollbackMutation()
  const say = useSay()
  const { name, title, replaced_at: replacedAt } = line
  const goBack = async () => {
    const outcome = await rollback(name)
    if (outcome.error !== undefined) return
    onClose()
    say(backText(title))
  }
  return (
    <OrderDialog
      title={`¿Volver atrás en ${title}?`}
      description={`Las filas anteriores están al día. Se reemplazaron el ${instantText(Date.parse(replacedAt ?? ''))}.`}
      verb="Volver atrás"
      busy={isLoading}
      failure={error && refusalText(error, BACK_FAILED)}
      onConfirm={() => void goBack()}
      onClose={onClose}
    />
  )
}
