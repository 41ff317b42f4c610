import { Eye, Undo2 } from 'lucide-react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useState } from 'react'
import { ConfirmDialog, Modal } from '../../ui/Modal.tsx'
import { FIELD_TEXTS, otherTextsIn } from './fields/field-texts.ts'
import type { Conflict } from './use-profile-form.ts'

function DiscardButton({ onDiscard }: { readonly onDiscard: () => void }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <IconButton
        label="Descartar"
        className="size-11 text-white hover:bg-white/12 hover:text-white"
        onClick={() => setAsks(true)}
      >
        <Undo2 aria-hidden="true" size={18} strokeWidth={1.9} />
      </IconButton>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="¿Descartar los cambios?"
        consequence="El formulario volverá a lo que está publicado."
        verb="Descartar cambios"
        busyVerb="Descartar cambios"
        busy={false}
        failure={undefined}
        onConfirm={() => {
          setAsks(false)
          onDiscard()
        }}
      />
    </>
  )
}

interface SaveBarProps {
  readonly count: number
  readonly saving: boolean
  readonly onDiscard: () => void
  readonly onPreview: () => void
}

const changesText = (count: number): string => (count === 1 ? '1 cambio' : `${count} cambios`)

const STUCK =
  'sticky bottom-[calc(var(--bar)+4px)] z-10 bg-(--on-signal) text-white shadow-modal ring-1 ring-line min-[900px]:bottom-4 forced-colors:border'

const IDLE = 'cursor-not-allowed bg-surface-3! text-ink-3!'

export function SaveBar({ count, saving, onDiscard, onPreview }: SaveBarProps) {
  const isStuck = count > 0
  return (
    <div
      className={`flex min-h-14 flex-wrap items-center justify-end gap-x-2 gap-y-1 rounded-[14px] py-2 pr-2 pl-3.5 min-[900px]:pl-4 ${isStuck ? STUCK : ''}`}
    >
      <p
        role="status"
        className="mr-auto min-w-0 text-small leading-tight font-semibold @max-[15rem]:basis-full"
      >
        {isStuck && (
          <>
            <span aria-hidden="true" className="min-[900px]:hidden">
              {changesText(count)}
            </span>
            <span className="max-[899px]:sr-only">{`${changesText(count)} sin guardar`}</span>
          </>
        )}
      </p>
      {isStuck && (
        <span className="flex">
          <DiscardButton onDiscard={onDiscard} />
          <IconButton
            label="Vista previa"
            aria-haspopup="dialog"
            className="size-11 text-white hover:bg-white/12 hover:text-white min-[900px]:hidden"
            onClick={onPreview}
          >
            <Eye aria-hidden="true" size={18} strokeWidth={1.9} />
          </IconButton>
        </span>
      )}
      <Button
        type="submit"
        kind={isStuck ? 'signal' : 'primary'}
        busy={saving}
        // Not `disabled`, which would take the focus away once the changes are saved.
        aria-disabled={!isStuck}
        title={isStuck ? undefined : 'No hay cambios por guardar'}
        className={`@max-[33rem]:px-3 ${isStuck ? '' : IDLE}`}
      >
        {saving ? 'Guardando...' : 'Guardar cambios'}
      </Button>
    </div>
  )
}

interface ConflictDialogProps {
  readonly conflict: Conflict
  readonly onOverwrite: () => void
  readonly onClose: () => void
}

const TEXT =
  'Todavía no guardamos lo tuyo. Sobrescribir guarda los campos que cambiaste; los demás quedan como en la otra versión.'

export function ConflictDialog({ conflict, onOverwrite, onClose }: ConflictDialogProps) {
  const [shows, setShows] = useState(false)
  return (
    <Modal open onOpenChange={onClose} title="Este perfil cambió en otra sesión." description={TEXT}>
      {shows && <OtherTexts {...conflict} />}
      <div className="grid gap-2.5">
        {!shows && <Button onClick={() => setShows(true)}>Ver la otra versión</Button>}
        <Button kind="primary" onClick={onOverwrite}>
          Sobrescribir
        </Button>
      </div>
    </Modal>
  )
}

const TEXT_OF_FIELD = 'max-h-40 overflow-y-auto whitespace-pre-line [overflow-wrap:anywhere]'

const OtherTexts = ({ base, edits, theirs }: Conflict) => (
  <dl
    ref={(list) => list?.focus()}
    tabIndex={-1}
    aria-label="La otra versión"
    className="grid gap-3 outline-none"
  >
    {otherTextsIn(base, theirs).map((name) => (
      <div key={name} className="min-w-0 rounded-md bg-surface-2 p-3 text-small ring-1 ring-line">
        <dt className="font-semibold">{FIELD_TEXTS[name].label}</dt>
        <dd dir="auto" className={TEXT_OF_FIELD}>
          {theirs.profile[name] || <i className="text-ink-3">Vacío</i>}
        </dd>
        {edits[name] !== undefined && (
          <dd dir="auto" className={`mt-1 text-ink-2 ${TEXT_OF_FIELD}`}>
            Tu versión: <span>{edits[name] || <i>Vacío</i>}</span>
          </dd>
        )}
      </div>
    ))}
  </dl>
)
