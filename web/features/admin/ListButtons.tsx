import { Download } from 'lucide-react'
import { ReasonedButton, Button } from '../../ui/Button.tsx'
import { useExportListMutation, type ExportedList } from './admin-api.ts'
import { ConfirmedCall } from '../../app/ConfirmedCall.tsx'
import { refusalText } from '../../app/refusal.ts'
import { useSay } from '../../ui/notices/Toasts.tsx'

interface ExportButtonProps extends ExportedList {
  readonly total: number | undefined
}

export function ExportButton({ file, params, total }: ExportButtonProps) {
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
      {isLoading ? 'Preparando...' : 'Exportar CSV'}
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
  readonly isLoading: boolean
  readonly change: (isActive: boolean) => PromiseLike<CallOutcome<unknown>>
}

/** Activates at once, and deactivates after a question. One button for both, so that the focus stays. */
export function SwitchButton({ isActive, whom, object, noun, change, ...props }: SwitchButtonProps) {
  const tell = useTelling()
  const say = useSay()
  const isActivating = props.isLoading && !isActive
  const activate = () => void tell(change(true), `${noun} activado`, `No pudimos activar ${object}.`)
  return (
    <ConfirmedCall
      title={`¿Desactivar ${whom}?`}
      consequence={props.consequence}
      verb="Desactivar"
      busyVerb="Desactivando..."
      fallback={`No pudimos desactivar ${object}.`}
      send={() => change(false)}
      onDone={() => say(`${noun} desactivado`)}
    >
      {(ask) => (
        <Button
          size="sm"
          kind={isActive ? 'line' : 'primary'}
          busy={isActivating}
          aria-label={`${isActive ? 'Desactivar' : 'Activar'} ${whom}`}
          className={props.className}
          onClick={isActive ? ask : activate}
        >
          {isActive ? 'Desactivar' : isActivating ? 'Activando...' : 'Activar'}
        </Button>
      )}
    </ConfirmedCall>
  )
}

type CallOutcome<Data> =
  { readonly data: Data; readonly error?: undefined } | { readonly data?: undefined; readonly error: unknown }

/** Waits for a request and shows its outcome; a failure only where no other part shows it. */
export function useTelling() {
  const say = useSay()
  return async function tell<Data>(
    request: PromiseLike<CallOutcome<Data>>,
    done: string,
    failed?: string,
  ): Promise<boolean> {
    const { error } = await request
    if (error === undefined) say(done)
    else if (failed !== undefined) say(`Error: ${refusalText(error, failed)}`)
    return error === undefined
  }
}
