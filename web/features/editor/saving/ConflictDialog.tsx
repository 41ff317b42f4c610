import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { FIELD_TEXTS } from '../fields/field-texts.ts'
import { differencesOf, onlyTheirs, type Conflict, type FieldDifference } from './conflict.ts'

function DifferenceList({ differences }: { readonly differences: readonly FieldDifference[] }) {
  return (
    <ul aria-label="Diferencias" className="grid gap-3">
      {differences.map(({ name, mine, theirs }) => (
        <li key={name} className="grid gap-2 rounded-md bg-surface-2 p-3 text-small ring-1 ring-line">
          <b className="font-semibold">{FIELD_TEXTS[name].label}</b>
          <dl className="grid gap-2 min-[420px]:grid-cols-2">
            <Version title="Tu versión" text={mine} />
            <Version title="La otra versión" text={theirs} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

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
  readonly onTakeTheirs: () => void
  readonly onClose: () => void
}

const listed = new Intl.ListFormat('es-CL', { type: 'conjunction' })

function clashText(count: number): string {
  if (count === 0) return 'Nadie tocó los campos que tú cambiaste.'
  return count === 1 ? 'Las dos cambiaron el mismo campo.' : `Las dos cambiaron ${count} mismos campos.`
}

export function ConflictDialog({ conflict, onOverwrite, onTakeTheirs, onClose }: ConflictDialogProps) {
  const [shows, setShows] = useState(false)
  const differences = differencesOf(conflict)
  const kept = onlyTheirs(conflict).map((name) => FIELD_TEXTS[name].label)
  return (
    <Modal
      open
      onOpenChange={onClose}
      title="Este perfil cambió en otra sesión."
      description={`${clashText(differences.length)} Todavía no guardamos lo tuyo.`}
    >
      {shows && <DifferenceList differences={differences} />}
      {shows && kept.length > 0 && (
        <p className="text-small text-ink-2">También cambió allá, y se conserva: {listed.format(kept)}.</p>
      )}
      <div className="grid gap-2.5">
        {!shows && <Button onClick={() => setShows(true)}>Ver diferencias</Button>}
        <Button kind="primary" onClick={onOverwrite}>
          Sobrescribir
        </Button>
        {differences.length > 0 && <Button onClick={onTakeTheirs}>Quedarme con la otra versión</Button>}
      </div>
    </Modal>
  )
}
