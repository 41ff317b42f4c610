import type { AdminProfile } from '@app/contracts/profiles/admin-profiles.ts'
import { useState, type FormEvent } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { useDialogCall } from '../../../app/use-dialog-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { useEraseProfileMutation } from './admin-profiles-api.ts'

interface DeleteProfileDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly profile: Pick<AdminProfile, 'id' | 'slug'>
  readonly name: string
}

/** Stays open while the server erases: the progress is in it. */
export function DeleteProfileDialog({ open, onOpenChange, profile, name }: DeleteProfileDialogProps) {
  const [erase, state] = useEraseProfileMutation()
  const { isLoading, error } = state
  const { change, run } = useDialogCall(state, onOpenChange)
  return (
    <Modal
      open={open}
      onOpenChange={change}
      title={`¿Eliminar el perfil de ${name}?`}
      description="Esta acción no se puede deshacer. Se borrarán sus imágenes y su enlace dejará de funcionar."
    >
      {error !== undefined && (
        <Notice tone="danger">{refusalText(error, 'No pudimos eliminar el perfil.')}</Notice>
      )}
      <TypedConfirmation
        slug={profile.slug}
        isErasing={isLoading}
        onCancel={() => change(false)}
        onConfirm={() => void run(erase(profile.id), () => 'Perfil eliminado')}
      />
    </Modal>
  )
}

interface TypedConfirmationProps {
  readonly slug: string
  readonly isErasing: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

function TypedConfirmation({ slug, isErasing, onCancel, onConfirm }: TypedConfirmationProps) {
  const [typed, setTyped] = useState('')
  const isTyped = typed.trim() === slug
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped && !isErasing) onConfirm()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label={`Escribe ${slug} para confirmar`}
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        readOnly={isErasing}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="text-small text-ink-2">
        {isErasing && 'Eliminando el perfil. Tarda unos segundos: no cierres esta página.'}
      </p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button disabled={isErasing} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" kind="danger" disabled={!isTyped} busy={isErasing}>
          {isErasing ? 'Eliminando...' : 'Eliminar perfil'}
        </Button>
      </div>
    </form>
  )
}
