import { LARGER_ORDERS } from '@app/contracts/quotation-rules.ts'
import { useId } from 'react'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import type { SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { CardsStepper } from './CardsStepper.tsx'
import { CHOICES, OTHER_QUANTITY, type QuotationValues } from './quotation-form.ts'

const QUESTION = '¿Cuántas tarjetas necesitas?'

interface CardsFieldProps {
  readonly form: SchemaForm<keyof QuotationValues>
}

export function CardsField({ form }: CardsFieldProps) {
  const id = useId()
  const { error, ...radio } = form.field('range')
  return (
    <div className="l-full grid gap-2">
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        className="grid gap-2"
      >
        <p id={id} className="text-small font-semibold">
          {QUESTION}
        </p>
        <div className="l-chips">
          {CHOICES.map((choice) => (
            <label key={choice} className="l-chip">
              <input type="radio" value={choice} {...radio} />
              <span>{choice === OTHER_QUANTITY ? 'Otra cantidad' : choice}</span>
            </label>
          ))}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {form.values.range === OTHER_QUANTITY && (
        <>
          <CardsStepper
            {...form.field('quantity')}
            value={form.values.quantity}
            onStep={(cards) => form.set('quantity', cards)}
          />
          <p className="text-small text-ink-3">{LARGER_ORDERS}</p>
        </>
      )}
    </div>
  )
}
