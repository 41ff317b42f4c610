import type { ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { useState } from 'react'
import { refusalText } from '../../../../app/refusal.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useOrderRebuildMutation, useRollbackMutation, useRebuildEstimateQuery } from '../data-api.ts'
import { useSay } from '../../../../ui/notices/say.ts'
import { instantText } from '../../../../ui/wording/relative-time.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { BACK_FAILED, backText, aheadText } from './rebuild-words.ts'
import { Notice } from '../../../../ui/notices/Notice.tsx'

interface StartDialogProps {
  readonly line: ProjectionLine
  readonly onClose: () => void
}

/** Says how much would be read before anything is. */
function StartDialog({ line: { name, title }, onClose }: StartDialogProps) {
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
            : aheadText(estimate)}
      </p>
      <Notice tone="info">Simulación: no se envía correo</Notice>
    </OrderDialog>
  )
}

interface RollbackDialogProps {
  readonly line: ProjectionLine
  readonly onClose: () => void
}

function RollbackDialog({ line, onClose }: RollbackDialogProps) {
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

/** Actions of a read model, at the end of its row; the rest is in the rebuild's panel. */
export function RowActions({ line }: { readonly line: ProjectionLine }) {
  const { title, rebuild, replaced_at: replacedAt } = line
  const [asked, setAsked] = useState<'start' | 'rollback'>()
  const close = () => setAsked(undefined)
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center justify-end gap-2">
      {rebuild === null && replacedAt !== null && (
        <Button
          key="rollback"
          size="sm"
          kind="ghost"
          aria-label={`Volver atrás en ${title}`}
          onClick={() => setAsked('rollback')}
        >
          Volver atrás
        </Button>
      )}
      {rebuild === null && (
        <Button key="start" size="sm" aria-label={`Reconstruir ${title}`} onClick={() => setAsked('start')}>
          Reconstruir
        </Button>
      )}
      {asked === 'start' && <StartDialog line={line} onClose={close} />}
      {asked === 'rollback' && <RollbackDialog line={line} onClose={close} />}
    </span>
  )
}
