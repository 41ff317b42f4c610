import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { FIELD_TEXTS } from '../fields/field-texts.ts'
import { otherTextsOf, type Conflict } from './conflict.ts'

const OtherTexts = ({ conflict }: { readonly conflict: Conflict }) => (
  <ul aria-label="La otra versión" className="grid gap-3">
    {otherTextsOf(conflict).map(({ name, mine, theirs }) => (
      <li key={name} className="grid gap-2 rounded-md bg-surface-2 p-3 text-small ring-1 ring-line">
        <b className="font-semibold">{FIELD_TEXTS[name].label}</b>
        <dl className="grid gap-2 min-[420px]:grid-cols-2">
          {mine !== undefined && <Version title="Tu versión" text={mine} />}
          <Version title="La otra versión" text={theirs} />
        </dl>
      </li>
    ))}
  </ul>
)

function Version({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-micro text-ink-3">{title}</dt>
      <dd dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-line [overflow-wrap:anywhere]">
        {text === '' ? <i className="text-ink-3">Vacío</i> : text}
      </dd>
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
      {shows && <OtherTexts conflict={conflict} />}
      <div className="grid gap-2.5">
        {!shows && <Button onClick={() => setShows(true)}>Ver la otra versión</Button>}
        <Button kind="primary" onClick={onOverwrite}>
          Sobrescribir
        </Button>
      </div>
    </Modal>
  )
}
