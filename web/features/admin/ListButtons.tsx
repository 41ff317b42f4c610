import { Download } from 'lucide-react'
import { ReasonedButton, Button } from '../../ui/Button.tsx'
import { useExportListMutation, type ExportedList, useTelling, type CallOutcome } from './admin-api.ts'
import { useState } from 'react'
import { refusalText } from '../../app/refusal.ts'
import { ConfirmDialog } from '../../ui/Modal.tsx'

interface ExportButtonProps extends ExportedList {
  /** The filter's total; undefined until it is there. */
  readonly total: number | undefined
  readonly text?: string
}

/** Saves all pages of the filter. */
export function ExportButton({ file, params, total, text = 'Exportar CSV' }: ExportButtonProps) {
  const [exportList, { isLoading }] = useExportListMutation()
  const tell = useTelling()
  const save = () =>
    void tell(exportList({ file, params }), 'Lista descargada', 'No pudimos preparar la lista.')
  return (
    <ReasonedButton
      reason={total === 0 ? 'No hay nada que exportar.' : undefined}
      busy={isLoading}
      disabled={!total}
      icon={<Download aria-hidden="true" size={15} strokeWidth={1.9} />}
      onClick={save}
    >
      {isLoading ? 'Preparando...' : text}
    </ReasonedButton>
  )
}

interface SwitchButtonProps {
  readonly isActive: boolean
  /** `a Ana Mella`, as in: Desactivar a Ana Mella. */
  readonly whom: string
  /** `al usuario`, as in: No pudimos desactivar al usuario. */
  readonly object: string
  readonly noun: 'Usuario' | 'Perfil'
  readonly consequence: string
  readonly className?: string
  readonly change: (isActive: boolean) => PromiseLike<CallOutcome<unknown>>
  readonly state: { readonly isLoading: boolean; readonly error?: unknown; readonly reset: () => void }
}

/** Activates at once, and deactivates after a question. One button for both, so that the focus stays. */
export function SwitchButton(props: SwitchButtonProps) {
  const { isActive, whom, object, noun, consequence, className, change, state } = props
  const { isLoading, error, reset } = state
  const [isAsking, setAsking] = useState(false)
  const tell = useTelling()
  const failed = `No pudimos desactivar ${object}.`
  const onOpenChange = (open: boolean) => {
    reset()
    setAsking(open)
  }
  const activate = () => void tell(change(true), `${noun} activado`, `No pudimos activar ${object}.`)
  const deactivate = async () => {
    if (await tell(change(false), `${noun} desactivado`)) setAsking(false)
  }
  const isActivating = isLoading && !isActive
  return (
    <>
      <Button
        size="sm"
        kind={isActive ? 'line' : 'primary'}
        busy={isActivating}
        aria-label={`${isActive ? 'Desactivar' : 'Activar'} ${whom}`}
        className={className}
        onClick={isActive ? () => setAsking(true) : activate}
      >
        {isActive ? 'Desactivar' : isActivating ? 'Activando...' : 'Activar'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={onOpenChange}
        title={`¿Desactivar ${whom}?`}
        consequence={consequence}
        verb="Desactivar"
        busyVerb="Desactivando..."
        busy={isLoading}
        failure={error === undefined ? undefined : refusalText(error, failed)}
        onConfirm={() => void deactivate()}
      />
    </>
  )
}
