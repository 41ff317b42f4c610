import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { FIELD_TEXTS, otherTextsIn } from './fields/field-texts.ts'
import type { Conflict } from './use-profile-form.ts'

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
            Tu versión: {edits[name] || <i>Vacío</i>}
          </dd>
        )}
      </div>
    ))}
  </dl>
)
