import { countLabel } from '../../../ui/wording/figures.ts'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { fieldRing } from '../../../ui/forms/field-ring.ts'
import { keepDigits } from '../../../ui/forms/keep-digits.ts'

interface NumberFieldProps {
  readonly id: string
  readonly label: string
  readonly max: number
  readonly typed: string
  readonly isFault: boolean
  readonly onType: (text: string) => void
}

/** As text: a field of numbers hides invalid text, which would count as blank. */
export function NumberField({ id, label, max, typed, isFault, onType }: NumberFieldProps) {
  const faultId = `${id}-fault`
  const fault = isFault ? `Escribe un número entero de 1 a ${countLabel(max)}.` : undefined
  return (
    <div className="grid w-[168px] gap-1.5 max-sm:w-[calc(50%-6px)]">
      <label htmlFor={id} className="min-h-5 text-small leading-5 font-semibold">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder="1"
        maxLength={9}
        aria-invalid={isFault}
        aria-describedby={isFault ? faultId : undefined}
        value={typed}
        onChange={({ target }) => {
          keepDigits(target)
          onType(target.value)
        }}
        className={`h-10 w-full rounded-md bg-surface px-3 text-body tabular-nums outline-none placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-[1rem] ${fieldRing(fault)}`}
      />
      {fault !== undefined && <FieldError id={faultId}>{fault}</FieldError>}
    </div>
  )
}
