import { useId, useState, type FormEvent, type ChangeEvent } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { useChangeSlugMutation, useSlugCheckQuery, type WantedSlug } from './admin-profiles-api.ts'
import type { getAdminSlug } from '@app/contracts/profiles/admin-profiles.ts'
import { isSlug, slugFault } from '@app/contracts/fields/slug-text.ts'
import type { z } from 'zod'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { CircleCheck, CircleX } from 'lucide-react'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { useSettled } from '../../../ui/use-list.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { fieldRing } from '../../../ui/forms/field-ring.ts'

const EMPTY = 'El slug no puede estar vacío'
const SIGNS = 'Solo minúsculas, números y guiones.'
const TAKEN = 'Ya está en uso'

/** Faults that need no request. A reserved word may be the profile's own: only the server knows. */
function typedSlugFault(slug: string): string | undefined {
  if (slug === '') return EMPTY
  if (/[^a-z0-9-]/.test(slug)) return SIGNS
  return isSlug(slug) ? undefined : slugFault(slug)
}

/** `Disponible`, `Ya está en uso`, or why nobody may have it. */
const slugCheckText = ({ slug, is_available, detail }: z.infer<typeof getAdminSlug.answer>): string =>
  is_available || slugFault(slug) !== undefined ? detail : TAKEN

interface SlugInputProps {
  readonly label: string
  readonly describedBy: string
  readonly typed: string
  readonly onType: (text: string) => void
  readonly fault: string | undefined
}

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

const SlugInput = ({ label, describedBy, typed, onType, fault }: SlugInputProps) => (
  <div
    className={`flex h-9 min-w-[min(15rem,100%)] flex-1 items-center rounded-[10px] bg-surface pointer-coarse:h-11 ${fieldRing(fault)}`}
  >
    <input
      // It replaces the pressed button.
      autoFocus
      onFocus={({ target }) => target.select()}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LIMITS.slugCharsMax}
      aria-label={label}
      aria-invalid={fault !== undefined}
      aria-describedby={describedBy}
      value={typed}
      onChange={(event) => onType(smallLetters(event))}
      className={
        'h-full min-w-0 flex-1 rounded-[10px] bg-transparent px-2.5 font-mono text-small outline-none ' +
        'pointer-coarse:text-[1rem]'
      }
    />
  </div>
)

/** After the last key. */
const SETTLED_MS = 300

interface SlugStateProps {
  readonly id: string
  readonly fault: string | undefined
  /** Absent while it is the one that the profile has. */
  readonly wanted: WantedSlug | undefined
}

/** Shows whether the profile may have the typed slug. A failed check shows nothing: saving decides. */
function SlugState({ id, fault, wanted }: SlugStateProps) {
  const settled = useSettled(wanted?.slug, SETTLED_MS)
  const isAsked = fault === undefined && wanted !== undefined
  const isSettled = isAsked && settled === wanted.slug
  const { currentData: check, isFetching } = useSlugCheckQuery(isSettled ? wanted : skipToken)
  if (fault !== undefined) return <FieldError id={id}>{fault}</FieldError>
  const isChecking = isAsked && (!isSettled || isFetching)
  return (
    <p id={id} className="text-small font-semibold">
      {isChecking && <span className="text-ink-3">Comprobando…</span>}
      {!isChecking && check && <Verdict isGood={check.is_available} text={slugCheckText(check)} />}
    </p>
  )
}

function Verdict({ isGood, text }: { readonly isGood: boolean; readonly text: string }) {
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <span className={`flex items-center gap-1.5 ${isGood ? 'text-success' : 'text-danger'}`}>
      <Icon aria-hidden="true" size={15} strokeWidth={1.9} className="flex-none" />
      <span>{text}</span>
    </span>
  )
}

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
