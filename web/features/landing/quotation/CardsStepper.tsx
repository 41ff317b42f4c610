import { CARDS_HINT, steppedCards } from '@app/contracts/quotation-rules.ts'
import { Minus, Plus } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { fieldRing } from '../../../ui/forms/field-ring.ts'
import { keepDigits } from '../../../ui/forms/keep-digits.ts'

interface CardsStepperProps extends Omit<ComponentProps<'input'>, 'value' | 'step'> {
  readonly value: string
  readonly error: string | undefined
  readonly onStep: (cards: string) => void
}

/** Text, not `type=number`, which would hide from us what was typed when it is no number. */
export function CardsStepper({ value, error, onStep, onChange, ...input }: CardsStepperProps) {
  const id = useId()
  return (
    <>
      <div className="l-stepper">
        <div className={`l-step-box ${fieldRing(error)}`}>
          <button type="button" aria-label="Una menos" onClick={() => onStep(steppedCards(value.trim(), -1))}>
            <Minus aria-hidden="true" size={18} strokeWidth={2.4} />
          </button>
          <input
            aria-label="Cantidad de tarjetas"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error !== undefined}
            aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
            {...input}
            onChange={(event) => {
              keepDigits(event.target)
              onChange?.(event)
            }}
          />
          <button type="button" aria-label="Una más" onClick={() => onStep(steppedCards(value.trim(), 1))}>
            <Plus aria-hidden="true" size={18} strokeWidth={2.4} />
          </button>
        </div>
        <p id={`${id}-hint`} className="text-small text-ink-3">
          {CARDS_HINT}
        </p>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  )
}
