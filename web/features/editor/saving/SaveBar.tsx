import { Button } from '../../../ui/Button.tsx'
import { DiscardButton } from './DiscardButton.tsx'

interface SaveBarProps {
  readonly count: number
  readonly isDraftKept: boolean
  readonly saving: boolean
  readonly onDiscard: () => void
}

const changesText = (count: number): string =>
  count === 1 ? '1 cambio sin guardar' : `${count} cambios sin guardar`

const STUCK =
  'sticky bottom-[76px] z-10 bg-(--on-signal) text-white shadow-modal ring-1 ring-line min-[900px]:bottom-4 forced-colors:border'

/** Sticks to the window's bottom while there is something to save; above the phone's bar. */
export function SaveBar({ count, isDraftKept, saving, onDiscard }: SaveBarProps) {
  const isStuck = count > 0
  return (
    <div
      className={`flex min-h-14 items-center gap-2 rounded-[14px] py-2 pr-2 pl-3.5 min-[900px]:pl-4 ${isStuck ? STUCK : 'justify-end'}`}
    >
      <p role="status" className="mr-auto min-w-0 text-small leading-tight font-semibold">
        {isStuck && <span>{changesText(count)}</span>}
        {isDraftKept && (
          <span className="mt-0.5 block text-micro leading-tight font-normal">
            Borrador guardado en este equipo
          </span>
        )}
      </p>
      {isStuck && <DiscardButton onDiscard={onDiscard} />}
      <Button
        type="submit"
        kind={isStuck ? 'signal' : 'primary'}
        busy={saving}
        disabled={!isStuck}
        title={isStuck ? undefined : 'No hay cambios por guardar'}
        className="@max-[33rem]:px-3"
      >
        {saving ? 'Guardando...' : 'Guardar cambios'}
      </Button>
    </div>
  )
}
