import { areOwnDays, ownDays } from '@app/contracts/traffic/figures-filter.ts'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { DateField } from '../../../ui/forms/DateField.tsx'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { useFiltering, type DayRange } from './filtering.ts'
import './period-form.css'

interface PeriodFormProps {
  /** The fields begin with them. All time has nothing before it. */
  readonly days: (DayRange & { readonly previous: object | null }) | undefined
  readonly onDone: () => void
}

export function PeriodForm({ days, onDone }: PeriodFormProps) {
  const { setDays, compares, setCompares } = useFiltering()
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  const [isRefused, setRefused] = useState(false)
  const errorId = useId()
  const reasonId = useId()
  const hasPrevious = days?.previous !== null
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
      <div className="period-days">
        <DateField label="Desde" showsLabel required value={from} onChange={setFrom} {...described} />
        <DateField label="Hasta" showsLabel required value={to} onChange={setTo} {...described} />
      </div>
      {isRefused && (
        <FieldError id={errorId}>Escribe dos días que existan, en su orden y a lo más 366.</FieldError>
      )}
      <Button type="submit" size="sm">
        Ver estos días
      </Button>
      <label className="flex min-h-9 items-center gap-2 border-t border-line pt-2 font-[550] pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={compares && hasPrevious}
          disabled={!hasPrevious}
          aria-describedby={hasPrevious ? undefined : reasonId}
          onChange={() => setCompares(!compares)}
          className="size-4 accent-(--accent)"
        />
        <span>Comparar con el período anterior</span>
      </label>
      {!hasPrevious && (
        <p id={reasonId} className="-mt-2.5 pl-6 text-micro text-ink-3">
          Toda la vida no tiene un período anterior.
        </p>
      )}
    </form>
  )
}
