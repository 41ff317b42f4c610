import { useId, useState, type FormEvent } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { useChangeSlugMutation, type WantedSlug } from './admin-profiles-api.ts'
import { SlugInput } from './SlugInput.tsx'
import { SlugState } from './SlugState.tsx'
import { typedSlugFault } from './typed-slug.ts'

interface SlugFormProps {
  readonly profile: WantedSlug
  readonly name: string
  readonly onClose: () => void
}

const FAILED = 'Error al actualizar URL'

export function SlugForm({ profile, name, onClose }: SlugFormProps) {
  const id = useId()
  const [typed, setTyped] = useState(profile.slug)
  const { save, isSaving } = useSlugSaving(profile.id, onClose)
  const slug = typed.trim()
  const fault = typedSlugFault(slug)
  const isSame = slug === profile.slug
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSaving || fault !== undefined) return
    if (isSame) onClose()
    else void save(slug)
  }
  return (
    <form
      noValidate
      aria-label={`URL de ${name}`}
      onSubmit={submit}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !isSaving) onClose()
      }}
      className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1.5"
    >
      <div className="flex flex-wrap gap-1.5">
        <SlugInput
          label={`URL de ${name}`}
          describedBy={`${id}-state ${id}-help`}
          typed={typed}
          onType={setTyped}
          fault={fault}
        />
        <Buttons isFaulty={fault !== undefined} isSaving={isSaving} onCancel={onClose} />
      </div>
      <div role="status" className="min-h-5">
        <SlugState id={`${id}-state`} fault={fault} wanted={isSame ? undefined : { id: profile.id, slug }} />
      </div>
      <p id={`${id}-help`} className="text-micro text-ink-3">
        El enlace anterior seguirá funcionando.
      </p>
    </form>
  )
}

interface ButtonsProps {
  readonly isFaulty: boolean
  readonly isSaving: boolean
  readonly onCancel: () => void
}

const Buttons = ({ isFaulty, isSaving, onCancel }: ButtonsProps) => (
  <>
    <Button size="sm" kind="primary" type="submit" busy={isSaving} disabled={isFaulty} className="h-9">
      {isSaving ? 'Guardando...' : 'Guardar'}
    </Button>
    <Button size="sm" kind="ghost" disabled={isSaving} onClick={onCancel} className="h-9">
      Cancelar
    </Button>
  </>
)

function useSlugSaving(id: string, onSaved: () => void) {
  const say = useSay()
  const [change, { isLoading }] = useChangeSlugMutation()
  const save = async (slug: string) => {
    const { data, error } = await change({ id, slug })
    if (data === undefined) {
      say(refusalFrom(error) === undefined ? FAILED : `Error: ${refusalText(error, FAILED)}`)
      return
    }
    say(`URL actualizada exitosamente: ${data.old_slug} -> ${data.new_slug}`)
    onSaved()
  }
  return { save, isSaving: isLoading }
}
