import { isSlug, slugFault } from '@app/contracts/fields/slug-text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Pencil } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { useChangeSlugMutation, type WantedSlug } from '../admin-api.ts'

interface SlugProps {
  readonly profile: WantedSlug
  readonly name: string
}

/** The address of a page, which becomes a field where it is pressed. The focus comes back to it. */
export function EditableSlug({ profile, name }: SlugProps) {
  const [state, setState] = useState<'shown' | 'edited' | 'left'>('shown')
  if (state === 'edited') return <SlugForm profile={profile} name={name} onClose={() => setState('left')} />
  return (
    <button
      type="button"
      autoFocus={state === 'left'}
      aria-label={`Editar la URL de ${name}: /pages/${profile.slug}`}
      title="Editar URL"
      onClick={() => setState('edited')}
      className={
        '-mx-1.5 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-left ' +
        'text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-11'
      }
    >
      <span className="min-w-0 font-mono text-micro wrap-anywhere">/pages/{profile.slug}</span>
      <Pencil aria-hidden="true" size={13} strokeWidth={1.9} className="flex-none text-ink-3" />
    </button>
  )
}

const FAILED = 'Error al actualizar URL'

/** Faults that need no request. A reserved word may be the profile's own: only the server knows. */
function typedSlugFault(slug: string): string | undefined {
  if (slug === '') return 'El slug no puede estar vacío'
  if (/[^a-z0-9-]/.test(slug)) return 'Solo minúsculas, números y guiones.'
  return isSlug(slug) ? undefined : slugFault(slug)
}

function SlugForm({ profile, name, onClose }: SlugProps & { readonly onClose: () => void }) {
  const say = useSay()
  const [change, { isLoading }] = useChangeSlugMutation()
  const [typed, setTyped] = useState(profile.slug)
  const slug = typed.trim().toLowerCase()
  const fault = typedSlugFault(slug)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading || fault !== undefined) return
    if (slug === profile.slug) return onClose()
    const { data, error } = await change({ id: profile.id, slug })
    if (data === undefined)
      return say(refusalFrom(error) === undefined ? FAILED : `Error: ${refusalText(error, FAILED)}`)
    say(`URL actualizada exitosamente: ${data.old_slug} -> ${data.new_slug}`)
    onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && !isLoading && onClose()}
      className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1.5"
    >
      <TextField
        label={`URL de ${name}`}
        mono
        autoFocus
        onFocus={({ target }) => target.select()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.slugCharsMax}
        error={fault}
        help="El enlace anterior seguirá funcionando."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" kind="primary" type="submit" busy={isLoading} disabled={fault !== undefined}>
          {isLoading ? 'Guardando...' : 'Guardar'}
        </Button>
        <Button size="sm" kind="ghost" disabled={isLoading} onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
