import { useEffect, useId, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { DETAIL_FIELDS } from '@app/contracts/profiles.ts'
import { FieldError, fieldRing } from '../../../ui/forms/fields.tsx'
import type { SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import {
  charsMaxOf,
  FIELD_GROUPS,
  FIELD_TEXTS,
  lacksItsPair,
  otherForm,
  warningOf,
  type DetailName,
  type Texts,
} from './field-texts.ts'
import { Info, TriangleAlert } from 'lucide-react'
import { fieldOf } from '@app/contracts/fields/profile-fields.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'

interface EditForm {
  readonly form: Pick<SchemaForm<DetailName>, 'values' | 'field' | 'isLeft' | 'fill'>
  readonly edits: Partial<Texts>
}

interface FieldGroupsProps extends EditForm {
  readonly profile: OwnProfile
  /** The login's; it is published only if its owner asks for it. */
  readonly loginEmail: string
}

export function FieldGroups({ form, edits, profile, loginEmail }: FieldGroupsProps) {
  useLinkedField()
  const isIncomplete = lacksItsPair(form.values.custom_link, form.values.custom_link_title)
  return FIELD_GROUPS.map(({ title, names }) => (
    <Panel key={title} title={title}>
      {isAsMade(profile) && names.includes('lastname') && (
        <p role="status" className="mb-3 flex items-start gap-1.5 text-small text-ink-2">
          <Info aria-hidden="true" size={15} className="mt-[2px] flex-none" />
          Separamos tu nombre y tu apellido. Revísalos: así quedarán en la agenda de quien te guarde.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-3.5 gap-y-4 @min-[33rem]:grid-cols-[repeat(2,minmax(0,1fr))]">
        {names.map((name) => (
          <EditField key={name} name={name} form={form} edits={edits}>
            {name === 'email' && form.values[name] === '' && (
              <Button
                size="sm"
                className="h-auto! min-h-8 justify-self-start py-1 whitespace-normal! pointer-coarse:min-h-11"
                onClick={() => form.fill('email', loginEmail)}
              >
                Usar mi correo de acceso
              </Button>
            )}
          </EditField>
        ))}
      </div>
      {isIncomplete && names.includes('custom_link') && (
        <p role="status" className="mt-3 flex items-start gap-1.5 text-small text-warning">
          <Info aria-hidden="true" size={15} className="mt-[2px] flex-none" />
          Completa ambos campos para que se muestre.
        </p>
      )}
    </Panel>
  ))
}

/** The name was split when the profile was made, and nobody has filled in anything since. */
const isAsMade = (profile: OwnProfile): boolean =>
  profile.lastname !== '' &&
  DETAIL_FIELDS.every((name) => ['name', 'lastname'].includes(name) || profile[name] === '')

/** A link may name the field to begin with: `#phone`. A person who goes back stands where they were. */
function useLinkedField(): void {
  const { hash, key } = useLocation()
  const name = hash.slice(1)
  // The first screen of a load has the key `default`.
  const isReturn = useNavigationType() === 'POP' && key !== 'default'
  useEffect(() => {
    const [field] = document.getElementsByName(name)
    if (isReturn || field === undefined) return
    field.scrollIntoView?.({ block: 'center' })
    field.focus({ preventScroll: true })
  }, [name, isReturn])
}

interface FieldNotesProps extends EditForm {
  readonly id: string
  readonly name: DetailName
}

function FieldNotes({ id, name, form, edits }: FieldNotesProps) {
  const text = form.values[name]
  const isEdited = edits[name] !== undefined
  const offer = form.isLeft(name) && isEdited ? fieldOf(name, text).offer : undefined
  const stored = isEdited ? otherForm(name, text) : undefined
  const warning = warningOf(name, text)
  const { help } = FIELD_TEXTS[name]
  return (
    <div id={id} className="grid justify-items-start gap-1 text-small text-ink-3 empty:hidden">
      {offer !== undefined && (
        <Button size="sm" className="text-ink" onClick={() => form.fill(name, offer)}>
          {`Usar ${offer}`}
        </Button>
      )}
      {stored !== undefined && (
        <p className="max-w-full [overflow-wrap:anywhere]">
          Se guardará como <span className="font-medium text-ink-2">{stored}</span>
        </p>
      )}
      {warning !== undefined && (
        <p className="flex items-start gap-1.5 text-warning">
          <TriangleAlert aria-hidden="true" size={15} className="mt-[2px] flex-none" />
          <span>{warning}</span>
        </p>
      )}
      {help !== undefined && stored === undefined && <p>{help}</p>}
    </div>
  )
}

interface EditFieldProps extends EditForm {
  readonly name: DetailName
  readonly children?: ReactNode
}

const LOOK =
  'w-full min-w-0 scroll-mt-10 scroll-mb-44 rounded-md bg-surface px-3 text-body outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem]'

function EditField({ name, form, edits, children }: EditFieldProps) {
  const id = useId()
  const { label, input } = FIELD_TEXTS[name]
  const { error: fault, ...field } = form.field(name)
  const control = {
    id,
    dir: 'auto',
    ...field,
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${fault ? `${id}-error ` : ''}${id}-notes`,
  }
  const isLong = name === 'bio'
  return (
    <div className={`grid content-start gap-1.5 ${isLong ? '@min-[33rem]:col-span-2' : ''}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        <Counter name={name} length={form.values[name].length} />
      </div>
      {isLong ? (
        <textarea rows={4} {...control} className={`py-2.5 ${LOOK} ${fieldRing(fault)}`} />
      ) : (
        <input type="text" {...input} {...control} className={`h-11 ${LOOK} ${fieldRing(fault)}`} />
      )}
      {fault && <FieldError id={`${id}-error`}>{fault}</FieldError>}
      <FieldNotes id={`${id}-notes`} name={name} form={form} edits={edits} />
      {children}
    </div>
  )
}

const NEAR = 0.8

/** Short fields have it near their limit alone. */
function Counter({ name, length }: { readonly name: DetailName; readonly length: number }) {
  const charsMax = charsMaxOf(name)
  if (name !== 'bio' && length < charsMax * NEAR) return null
  return (
    <span
      className={`text-micro whitespace-nowrap tabular-nums ${length > charsMax ? 'font-semibold text-danger' : 'text-ink-3'}`}
    >
      <span>{`${length} de ${charsMax}`}</span>
      <span className="sr-only"> caracteres</span>
    </span>
  )
}
