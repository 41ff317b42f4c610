import { TriangleAlert } from 'lucide-react'
import type { DetailName } from '../saving/edits.ts'
import type { FieldForm } from './field-form.ts'
import { otherForm, warningOf, type FieldFault } from './field-checks.ts'
import { FIELD_TEXTS } from './field-texts.ts'
import { OfferButton } from './OfferButton.tsx'

interface FieldNotesProps {
  readonly id: string
  readonly name: DetailName
  readonly form: FieldForm
  readonly fault: FieldFault | undefined
}

/** The note below a field: a correction by one press, the stored form, a warning, or its help. */
export function FieldNotes({ id, name, form, fault }: FieldNotesProps) {
  const text = form.textOf(name)
  const stored = form.isEdited(name) ? otherForm(name, text) : undefined
  const warning = warningOf(name, text)
  const { help } = FIELD_TEXTS[name]
  return (
    <div id={id} className="grid justify-items-start gap-1 text-small text-ink-3 empty:hidden">
      {fault?.offer && <OfferButton offer={fault.offer} name={name} form={form} />}
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
