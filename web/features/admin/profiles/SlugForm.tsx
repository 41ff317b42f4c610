import { LIMITS } from '@app/contracts/limits.ts'
import { useId, useState, type ChangeEvent, type FormEvent } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { fieldRing } from '../../../ui/forms/field-ring.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { useChangeSlugMutation, type WantedSlug } from './profiles-api.ts'
import { SlugState } from './SlugState.tsx'
import { typedSlugFault } from './typed-slug.ts'

interface SlugFormProps {
  readonly profile: WantedSlug
  readonly name: string
  readonly onClose: () => void
}

const FAILED = 'Error al actualizar URL'

/** Capitals become small as they are typed; the caret stays where it is. */
function smallLetters({ target }: ChangeEvent<HTMLInputElement>): string {
  const small = target.value.toLowerCase()
  if (small !== target.value) {
    const caret = target.selectionStart
    target.value = small
    target.setSelectionRange(caret, caret)
  }
  return small
}

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
      className="mt-1 grid gap-1.5"
    >
      <div className="flex flex-wrap gap-1.5">
        <div
          className={`flex h-9 min-w-[min(15rem,100%)] flex-1 items-center rounded-[10px] bg-surface pointer-coarse:h-11 ${fieldRing(fault)}`}
        >
          <input
            // It stands where what was pressed stood.
            autoFocus
            onFocus={({ target }) => target.select()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LIMITS.slugCharsMax}
            aria-label={`URL de ${name}`}
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-state ${id}-help`}
            value={typed}
            onChange={(event) => setTyped(smallLetters(event))}
            className="h-full min-w-0 flex-1 rounded-[10px] bg-transparent px-2.5 font-mono text-small outline-none pointer-coarse:text-[1rem]"
          />
        </div>
        <Button
          size="sm"
          kind="primary"
          type="submit"
          busy={isSaving}
          disabled={fault !== undefined}
          className="h-9"
        >
          {isSaving ? 'Guardando...' : 'Guardar'}
        </Button>
        <Button size="sm" kind="ghost" disabled={isSaving} onClick={onClose} className="h-9">
          Cancelar
        </Button>
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
