import { useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useTelling, type Outcome } from '../use-telling.ts'

interface ActiveSwitchProps {
  readonly isActive: boolean
  /** As after the verb: `a Ana`. */
  readonly whom: string
  readonly consequence: string
  /** In messages: `Usuario` activado, activar `al usuario`. */
  readonly words: readonly [noun: string, object: string]
  readonly change: (isActive: boolean) => PromiseLike<Outcome<unknown>>
  /** Of the change. */
  readonly state: { readonly isLoading: boolean; readonly error?: unknown; readonly reset: () => void }
  readonly className?: string
}

/** Activates at once, deactivates after a question. One button for both, so that the focus is not lost with the other. */
export function ActiveSwitch(props: ActiveSwitchProps) {
  const { isActive, whom, consequence, change, className } = props
  const { isLoading, error, reset } = props.state
  const [noun, object] = props.words
  const [isAsking, setAsking] = useState(false)
  const tell = useTelling()
  const say = useSay()
  const onOpenChange = (open: boolean) => {
    reset()
    setAsking(open)
  }
  const activate = () => void tell(change(true), `${noun} activado`, `No pudimos activar ${object}.`)
  const deactivate = async () => {
    if (!('data' in (await change(false)))) return
    setAsking(false)
    say(`${noun} desactivado`)
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
        failure={error === undefined ? undefined : refusalText(error, `No pudimos desactivar ${object}.`)}
        onConfirm={() => void deactivate()}
      />
    </>
  )
}
