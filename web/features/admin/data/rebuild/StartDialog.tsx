import type { ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { refusalText } from '../../../../app/refusal.ts'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { useOrderRebuildMutation, useRebuildEstimateQuery } from './rebuild-api.ts'
import { estimateText } from './rebuild-words.ts'

interface StartDialogProps {
  readonly line: ProjectionLine
  readonly onClose: () => void
}

/** Says how much would be read before anything is. */
export function StartDialog({ line: { name, title }, onClose }: StartDialogProps) {
  const { data: estimate, error: estimateError } = useRebuildEstimateQuery(name)
  const [give, { isLoading, error }] = useOrderRebuildMutation()
  const start = async () => {
    const outcome = await give({ projection: name, order: 'start' })
    if (outcome.error === undefined) onClose()
  }
  return (
    <OrderDialog
      title={`¿Reconstruir ${title}?`}
      description="Los paneles siguen funcionando con la versión actual."
      verb="Reconstruir"
      busy={isLoading}
      disabled={estimate === undefined && estimateError === undefined}
      failure={error && refusalText(error, 'No pudimos empezar. Inténtalo de nuevo.')}
      onConfirm={() => void start()}
      onClose={onClose}
    >
      <p role="status" className="text-small font-semibold tabular-nums">
        {estimateError !== undefined
          ? refusalText(estimateError, 'No pudimos calcular cuánto se leerá.')
          : estimate === undefined
            ? 'Calculando…'
            : estimateText(estimate)}
      </p>
      <Notice tone="info">Simulación: no se envía correo</Notice>
    </OrderDialog>
  )
}
