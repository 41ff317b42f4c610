import { useId, type ComponentProps } from 'react'
import { Minus, Plus, type LucideIcon } from 'lucide-react'
import {
  CARD_RANGES,
  CARDS_HINT,
  cardsFault,
  LARGER_ORDERS,
  NO_CARDS_CHOSEN,
  steppedCards,
} from '@app/contracts/quotations.ts'
import type { z } from 'zod'
import { FieldError, fieldRing } from '../../../ui/forms/fields.tsx'
import { keepDigits, type SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { CHOICE } from '../Section.tsx'

const OTHER_QUANTITY = 'other'

type TypedCards = Readonly<Record<'range' | 'quantity', string>>

/** The fault of a range or a typed quantity, at its own field. */
export function checkCards({ range, quantity }: TypedCards, context: z.RefinementCtx): void {
  const isOther = range === OTHER_QUANTITY
  const message = isOther ? cardsFault(quantity.trim()) : range === '' ? NO_CARDS_CHOSEN : undefined
  if (message !== undefined)
    context.addIssue({ code: 'custom', path: [isOther ? 'quantity' : 'range'], message })
}

export const cardsOf = ({ range, quantity }: TypedCards): string =>
  range === OTHER_QUANTITY ? quantity : range

const CHIP =
  `${CHOICE} grid h-11 place-items-center rounded-full px-4 text-[0.9375rem] ` +
  'shadow-[inset_0_0_0_1px_var(--line-strong)] transition-[background] duration-(--dur-2) ' +
  'hover:bg-surface-2 has-checked:bg-ink has-checked:text-white has-checked:shadow-none forced-colors:border'

interface CardsFieldProps {
  readonly form: Pick<SchemaForm<'range' | 'quantity'>, 'field' | 'values' | 'set'>
}

export function CardsField({ form }: CardsFieldProps) {
  const id = useId()
  const { error, ...radio } = form.field('range')
  return (
    <div className="col-span-full grid gap-2">
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        className="grid gap-2"
      >
        <p id={id} className="text-small font-semibold">
          ¿Cuántas tarjetas necesitas?
        </p>
        <div className="flex flex-wrap gap-2">
          {[...CARD_RANGES, OTHER_QUANTITY].map((choice) => (
            <label key={choice} className={CHIP}>
              <input type="radio" value={choice} {...radio} />
              <span>{choice === OTHER_QUANTITY ? 'Otra cantidad' : choice}</span>
            </label>
          ))}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {form.values.range === OTHER_QUANTITY && (
        <CardsStepper
          {...form.field('quantity')}
          value={form.values.quantity}
          onStep={(cards) => form.set('quantity', cards)}
        />
      )}
    </div>
  )
}

const STEP =
  'grid place-items-center hover:bg-surface-2 focus-visible:rounded-[13px] focus-visible:-outline-offset-3'
const CARDS = 'w-16! border-x border-line bg-transparent text-center text-[1.0625rem] font-[650] outline-none'

interface CardsStepperProps extends Omit<ComponentProps<'input'>, 'value' | 'step'> {
  readonly value: string
  readonly error: string | undefined
  readonly onStep: (cards: string) => void
}

/** Text, not `type=number`, which would hide from us what was typed when it is no number. */
function CardsStepper({ value, error, onStep, onChange, ...input }: CardsStepperProps) {
  const id = useId()
  const step = (by: 1 | -1, label: string, Icon: LucideIcon) => (
    <button
      type="button"
      aria-label={label}
      className={STEP}
      onClick={() => onStep(steppedCards(value.trim(), by))}
    >
      <Icon aria-hidden="true" size={18} strokeWidth={2.4} />
    </button>
  )
  return (
    <>
      <div className="mt-1.5 flex items-center gap-3.5">
        <div className={`flex h-12 flex-none overflow-hidden rounded-[13px] *:w-[50px] ${fieldRing(error)}`}>
          {step(-1, 'Una menos', Minus)}
          <input
            aria-label="Cantidad de tarjetas"
            inputMode="numeric"
            autoComplete="off"
            className={CARDS}
            aria-invalid={error !== undefined}
            aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
            {...input}
            onChange={(event) => {
              keepDigits(event.target)
              onChange?.(event)
            }}
          />
          {step(1, 'Una más', Plus)}
        </div>
        <p id={`${id}-hint`} className="text-small text-ink-3">
          {CARDS_HINT}
        </p>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p className="text-small text-ink-3">{LARGER_ORDERS}</p>
    </>
  )
}
