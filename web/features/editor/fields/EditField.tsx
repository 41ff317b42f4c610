import { useId, type ReactNode } from 'react'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { fieldRing } from '../../../ui/forms/field-ring.ts'
import type { DetailName } from '../saving/edits.ts'
import { charsMaxOf, otherForm, warningOf } from './field-checks.ts'
import { FIELD_TEXTS } from './field-texts.ts'
import { TriangleAlert } from 'lucide-react'
import type { Offer } from '@app/contracts/fields/profile-fields.ts'
import { Button } from '../../../ui/Button.tsx'

/** The part of the form that a field's parts need. */
export interface FieldForm {
  readonly textOf: (name: DetailName) => string
  /** Once the field was left, or saving was tried. */
  readonly faultOf: (name: DetailName) => string | undefined
  /** What was probably meant, once the field was left. */
  readonly offerOf: (name: DetailName) => Offer | undefined
  readonly set: (name: DetailName, text: string) => void
  readonly onLeft: (name: DetailName) => void
  readonly isEdited: (name: DetailName) => boolean
  readonly focus: (name: DetailName) => void
}

interface OfferButtonProps {
  readonly offer: Offer
  readonly name: DetailName
  readonly form: FieldForm
}

function OfferButton({ offer, name, form }: OfferButtonProps) {
  const mend = () => {
    if ('complete' in offer) {
      form.set(name, offer.complete)
      form.focus(name)
      return
    }
    form.set(offer.moveTo, form.textOf(name))
    form.set(name, '')
    form.focus(offer.moveTo)
  }
  // A link that is there already is not overwritten by a press.
  if ('moveTo' in offer && form.textOf(offer.moveTo).trim() !== '') return null
  return (
    <Button size="sm" className="text-ink" onClick={mend}>
      {'complete' in offer ? `Usar ${offer.complete}` : 'Moverlo a enlace personalizado'}
    </Button>
  )
}

interface FieldNotesProps {
  readonly id: string
  readonly name: DetailName
  readonly form: FieldForm
}

/** The note below a field: a correction by one press, the stored form, a warning, or its help. */
function FieldNotes({ id, name, form }: FieldNotesProps) {
  const offer = form.offerOf(name)
  const text = form.textOf(name)
  const stored = form.isEdited(name) ? otherForm(name, text) : undefined
  const warning = warningOf(name, text)
  const { help } = FIELD_TEXTS[name]
  return (
    <div id={id} className="grid justify-items-start gap-1 text-small text-ink-3 empty:hidden">
      {offer && <OfferButton offer={offer} name={name} form={form} />}
      {stored !== undefined && (
        <p className="max-w-full [overflow-wrap:anywhere]">
          Se guardará como <span className="font-medium text-ink-2">{stored}</span>
        </p>
      )}
      {warning !== undefined && (
        <p className="flex items-start gap-1.5 text-warning">
          <TriangleAlert aria-hidden="true" size={15} className="mt-[2px] flex-none" />
          {warning}
        </p>
      )}
      {help !== undefined && stored === undefined && <p>{help}</p>}
    </div>
  )
}

interface EditFieldProps {
  readonly name: DetailName
  readonly form: FieldForm
  readonly children?: ReactNode
}

const LOOK =
  'w-full min-w-0 scroll-mt-10 scroll-mb-44 rounded-md bg-surface px-3 text-body outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem]'

export function EditField({ name, form, children }: EditFieldProps) {
  const id = useId()
  const { label, input } = FIELD_TEXTS[name]
  const text = form.textOf(name)
  const fault = form.faultOf(name)
  const control = {
    id,
    name,
    dir: 'auto',
    value: text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => form.set(name, target.value),
    onBlur: () => form.onLeft(name),
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${fault ? `${id}-error ` : ''}${id}-notes`,
  }
  const isLong = name === 'bio'
  return (
    <div className={`group grid content-start gap-1.5 ${isLong ? '@min-[33rem]:col-span-2' : ''}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        <Counter length={text.length} charsMax={charsMaxOf(name)} always={isLong} />
      </div>
      {isLong ? (
        <textarea rows={4} {...control} className={`py-2.5 ${LOOK} ${fieldRing(fault)}`} />
      ) : (
        <input type="text" {...input} {...control} className={`h-11 ${LOOK} ${fieldRing(fault)}`} />
      )}
      {fault && <FieldError id={`${id}-error`}>{fault}</FieldError>}
      <FieldNotes id={`${id}-notes`} name={name} form={form} />
      {children}
    </div>
  )
}

interface CounterProps {
  readonly length: number
  readonly charsMax: number
  /** Else it shows while the field has the focus, or nears its limit. */
  readonly always: boolean
}

const NEAR = 0.8

function Counter({ length, charsMax, always }: CounterProps) {
  const shows = always || length > charsMax * NEAR
  return (
    <span
      className={`text-micro whitespace-nowrap tabular-nums ${length > charsMax ? 'font-semibold text-danger' : 'text-ink-3'} ${shows ? '' : 'opacity-0 group-focus-within:opacity-100'}`}
    >
      <span>{`${length} de ${charsMax}`}</span>
      <span className="sr-only"> caracteres</span>
    </span>
  )
}
