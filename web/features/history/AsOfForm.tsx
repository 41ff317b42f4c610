import { dayInSantiago } from '@app/contracts/calendar.ts'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/forms/fields.tsx'
import { DateField } from '../../ui/forms/choices.tsx'
import { endOfMinuteMs, timeLabel } from '../../ui/wording/exact-time.ts'

interface AsOfFormProps {
  /** What the fields begin with. */
  readonly atMs: number
  /** @param at ISO instant */
  readonly onChoose: (at: string) => void
}

const MINUTE_MS = 60_000
const INCOMPLETE = 'Escribe una fecha y una hora que existan.'

const FORM =
  'grid max-w-full pointer-coarse:[&_input]:text-[length:min(1rem,8vw)] min-w-0 ' +
  'grid-cols-[minmax(0,1fr)] gap-1.5'

/** A moment in Santiago at which to see the profile. */
export function AsOfForm({ atMs, onChoose }: AsOfFormProps) {
  const [day, setDay] = useState(() => dayInSantiago(atMs))
  const [time, setTime] = useState(() => timeLabel(atMs))
  const [isRefused, setRefused] = useState(false)
  const errorId = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const chosenMs = endOfMinuteMs(day, time)
    setRefused(chosenMs === undefined)
    if (chosenMs === undefined) return
    const nowMs = Date.now()
    // The fields begin with this minute, which is not over.
    onChoose(new Date(chosenMs - nowMs < MINUTE_MS ? Math.min(chosenMs, nowMs) : chosenMs).toISOString())
  }
  const described = isRefused ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  return (
    <form noValidate onSubmit={submit} aria-label="Ver como estaba" className={FORM}>
      <div className="flex flex-wrap items-end gap-2 min-[900px]:gap-2.5">
        <DateField
          label="Ver como estaba"
          showsLabel
          required
          value={day}
          onChange={setDay}
          className="w-[9.25rem] max-w-full max-sm:flex-auto"
          {...described}
        />
        <DateField
          label="Hora"
          type="time"
          required
          value={time}
          onChange={setTime}
          className="w-[7.5rem] max-w-full max-sm:flex-auto"
          {...described}
        />
        <Button type="submit" size="sm" className="h-9! px-4! max-[899px]:flex-auto pointer-coarse:h-11!">
          Ver
        </Button>
      </div>
      {isRefused && <FieldError id={errorId}>{INCOMPLETE}</FieldError>}
    </form>
  )
}
