import { areOwnDays, ownDays } from '@app/contracts/traffic/figures-filter.ts'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { DateField } from '../../../ui/forms/DateField.tsx'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { useFiltering, type DayRange } from './filtering.ts'

interface PeriodFormProps {
  /** The fields begin with them. */
  readonly days: DayRange | undefined
  readonly onDone: () => void
}

export function PeriodForm({ days, onDone }: PeriodFormProps) {
  const { setDays } = useFiltering()
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  const [isRefused, setRefused] = useState(false)
  const errorId = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const chosen = { from, to }
    const isRight = ownDays.safeParse(chosen).success && areOwnDays(chosen)
    setRefused(!isRight)
    if (!isRight) return
    setDays(chosen)
    onDone()
  }
  const described = isRefused ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  return (
    <form noValidate onSubmit={submit} aria-label="Elegir días" className="grid gap-2.5">
      {/* Beside large text one stands below the other; on a narrow phone the whole date fits. */}
      <div className="grid gap-2.5 min-[360px]:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] pointer-coarse:[&_input]:text-[min(1rem,8vw)]">
        <DateField label="Desde" showsLabel required value={from} onChange={setFrom} {...described} />
        <DateField label="Hasta" showsLabel required value={to} onChange={setTo} {...described} />
      </div>
      {isRefused && (
        <FieldError id={errorId}>Escribe dos días que existan, en su orden y a lo más 366.</FieldError>
      )}
      {/* Large text is higher than what is left beside the button: the fields scroll under what applies them. */}
      <Button
        type="submit"
        size="sm"
        className="@max-[13rem]:sticky @max-[13rem]:bottom-0 @max-[13rem]:z-1 @max-[13rem]:min-h-12"
      >
        Ver estos días
      </Button>
    </form>
  )
}
