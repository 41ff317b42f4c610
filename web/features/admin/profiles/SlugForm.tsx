import { isSlug, slugFault } from '@app/contracts/fields/slug-text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useId, useState, type FormEvent } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldError, fieldRing } from '../../../ui/forms/fields.tsx'
import { useSay } from '../../../ui/notices/Messages.tsx'
import { useChangeSlugMutation, type WantedSlug } from '../list-calls.ts'

const EMPTY = 'El slug no puede estar vacío'
const SIGNS = 'Solo minúsculas, números y guiones.'
const FAILED = 'Error al actualizar URL'

/** Faults that need no request. A reserved word may be the profile's own: only the server knows. */
function typedSlugFault(slug: string): string | undefined {
  if (slug === '') return EMPTY
  if (/[^a-z0-9-]/.test(slug)) return SIGNS
  return isSlug(slug) ? undefined : slugFault(slug)
}

interface SlugFormProps {
  readonly profile: WantedSlug
  readonly name: string
  readonly onClose: () => void
}

export function SlugForm({ profile, name, onClose }: SlugFormProps) {
  const id = useId()
  const [typed, setTyped] = useState(profile.slug)
  const { save, isSaving } = useSlugSaving(profile.id, onClose)
  const slug = typed.trim().toLowerCase()
  const fault = typedSlugFault(slug)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSaving || fault !== undefined) return
    if (slug === profile.slug) onClose()
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
        <SlugField id={id} name={name} typed={typed} fault={fault} onType={setTyped} />
        <Buttons isFaulty={fault !== undefined} isSaving={isSaving} onCancel={onClose} />
      </div>
      <div role="status">{fault !== undefined && <FieldError id={`${id}-fault`}>{fault}</FieldError>}</div>
      <p id={`${id}-help`} className="text-micro text-ink-3">
        El enlace anterior seguirá funcionando.
      </p>
    </form>
  )
}

interface SlugFieldProps {
  readonly id: string
  readonly name: string
  readonly typed: string
  readonly fault: string | undefined
  readonly onType: (typed: string) => void
}

const SlugField = ({ id, name, typed, fault, onType }: SlugFieldProps) => (
  <input
    // It replaces the pressed button.
    autoFocus
    onFocus={({ target }) => target.select()}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={LIMITS.slugCharsMax}
    aria-label={`URL de ${name}`}
    aria-invalid={fault !== undefined}
    aria-describedby={`${id}-fault ${id}-help`}
    value={typed}
    onChange={({ target }) => onType(target.value)}
    className={`h-9 min-w-[min(15rem,100%)] flex-1 rounded-[10px] bg-surface px-2.5 font-mono text-small lowercase outline-none pointer-coarse:h-11 pointer-coarse:text-[1rem] ${fieldRing(fault)}`}
  />
)

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
