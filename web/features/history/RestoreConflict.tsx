import type { FieldChange } from '@app/contracts/api/history-calls.ts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ErasedChip } from '../../ui/history/ErasedChip.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

interface RestoreConflictProps {
  /** What a restore would change now. */
  readonly changes: readonly FieldChange[]
  /** Over what somebody changed in between. */
  readonly onOverwrite: () => void
  readonly onKeep: () => void
}

/** Today's version is another one than was shown when the restore was asked for. */
export function RestoreConflict({ changes, onOverwrite, onKeep }: RestoreConflictProps) {
  const [shows, setShows] = useState(false)
  return (
    <Modal
      open
      onOpenChange={onKeep}
      title="Este perfil cambió en otra sesión."
      description="Todavía no restauramos nada. Mira en qué se diferencian las dos versiones y elige una."
    >
      {shows && <Differences changes={changes} />}
      <div className="grid gap-2.5">
        {!shows && <Button onClick={() => setShows(true)}>Ver diferencias</Button>}
        <Button kind="primary" onClick={onOverwrite}>
          Restaurar de todos modos
        </Button>
        <Button onClick={onKeep}>Quedarme con la de hoy</Button>
      </div>
    </Modal>
  )
}

const Differences = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <ul aria-label="Diferencias" className="grid gap-3">
    {changes.map(({ field, label, before, after, is_erased, is_blocked }) => (
      <li key={field} className="grid gap-2 rounded-md bg-surface-2 p-3 text-small ring-1 ring-line">
        <b className="font-semibold">{label}</b>
        {is_erased ? (
          <ErasedChip isBlocked={is_blocked} />
        ) : (
          <dl className="grid gap-2 min-[420px]:grid-cols-2">
            <Version title="La de hoy" text={before} />
            <Version title="La que restauras" text={after} />
          </dl>
        )}
      </li>
    ))}
  </ul>
)

const Version = ({ title, text }: { readonly title: string; readonly text: string | null }) => (
  <div className="min-w-0">
    <dt className="text-micro text-ink-3">{title}</dt>
    <dd dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">
      {text ?? <i className="text-ink-3">Vacío</i>}
    </dd>
  </div>
)
