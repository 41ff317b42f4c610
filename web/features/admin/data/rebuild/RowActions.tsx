import type { ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { useState } from 'react'
import { refusalText } from '../../../../app/refusal.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useOrderRebuildMutation } from './rebuild-api.ts'
import { RollbackDialog } from './RollbackDialog.tsx'
import { StartDialog } from './StartDialog.tsx'

/** The rest is in the rebuild's panel. */
const VERBS = { start: 'Reconstruir', pause: 'Pausar', resume: 'Reanudar' } as const

function nextOrder({ rebuild }: ProjectionLine): keyof typeof VERBS | undefined {
  if (rebuild === null) return 'start'
  if (rebuild.state === 'folding') return 'pause'
  return rebuild.state === 'paused' ? 'resume' : undefined
}

/** What can be done with a read model, at the end of its row. */
export function RowActions({ line }: { readonly line: ProjectionLine }) {
  const { name, title, rebuild, replaced_at: replacedAt } = line
  const [give, { isLoading, error }] = useOrderRebuildMutation()
  const [asked, setAsked] = useState<'start' | 'rollback'>()
  const order = nextOrder(line)
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
      {order && (
        <Button
          // The same one while its word changes, so that it keeps the focus.
          key="order"
          size="sm"
          busy={isLoading}
          aria-label={`${VERBS[order]} ${title}`}
          onClick={() => (order === 'start' ? setAsked('start') : void give({ projection: name, order }))}
        >
          {VERBS[order]}
        </Button>
      )}
      {error !== undefined && (
        <span role="alert" className="w-full text-micro whitespace-normal text-danger">
          {refusalText(error, 'No pudimos hacerlo. Inténtalo de nuevo.')}
        </span>
      )}
      {asked === 'start' && <StartDialog line={line} onClose={close} />}
      {asked === 'rollback' && <RollbackDialog line={line} onClose={close} />}
    </span>
  )
}
