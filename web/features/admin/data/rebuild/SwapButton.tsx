import type { ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { useState } from 'react'
import { refusalText } from '../../../../app/refusal.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextField } from '../../../../ui/forms/TextField.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { useSay } from '../../../../ui/notices/say.ts'
import { useTelling } from '../../use-telling.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { useRollbackMutation, useSwapRebuildMutation } from '../data-api.ts'
import { BACK_FAILED, backText, differingText } from './rebuild-words.ts'

interface SwapButtonProps {
  readonly line: ProjectionLine
  readonly differing: number
}

/** Acts at once where all rows are equal; else the name of the read model has to be typed. */
export function SwapButton({ line, differing }: SwapButtonProps) {
  const { swap, isLoading, failure, reset } = useSwap(line)
  const [typed, setTyped] = useState<string>()
  const isAsking = typed !== undefined
  const { name, title } = line
  return (
    <>
      {!isAsking && failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      <Button
        size="sm"
        kind="primary"
        busy={isLoading && !isAsking}
        onClick={differing === 0 ? () => void swap() : () => setTyped('')}
      >
        Cambiar a la versión nueva
      </Button>
      {isAsking && (
        <OrderDialog
          title={`¿Cambiar ${title} a la versión nueva?`}
          description={`La versión nueva tiene ${differingText(differing)}. Los paneles la muestran desde ahora; la actual se guarda por si quieres volver atrás.`}
          verb="Cambiar"
          busy={isLoading}
          disabled={typed.trim() !== name}
          failure={failure}
          onConfirm={() => void swap(typed.trim())}
          onClose={() => {
            reset()
            setTyped(undefined)
          }}
        >
          <TextField
            label={`Escribe ${name} para confirmar`}
            mono
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </OrderDialog>
      )}
    </>
  )
}

/** The message offers the way back. */
function useSwap({ name, title }: ProjectionLine) {
  const [ask, { isLoading, error, reset }] = useSwapRebuildMutation()
  const [rollback] = useRollbackMutation()
  const tell = useTelling()
  const say = useSay()
  const swap = async (typed?: string) => {
    const outcome = await ask({ projection: name, typed })
    if (outcome.error !== undefined) return
    say(`${title} usa la versión nueva`, {
      label: 'Volver atrás',
      run: () => void tell(rollback(name), backText(title), BACK_FAILED),
    })
  }
  const failure = error && refusalText(error, 'No pudimos cambiar de versión. Inténtalo de nuevo.')
  return { swap, isLoading, failure, reset }
}
