import { Clock } from 'lucide-react'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

const HOUR =
  /^(?<hour>\d{1,2})(?:[:.h ]?(?<minute>\d{2})(?::\d{2})?)?(?: ?h(?:oras?|rs?|s)?\.?)?(?: ?(?<half>[ap])\.? ?m\.?)?$/

/** `14:05`, `1405`, `9.30`, `2:05 p. m.` → `14:05`; undefined where that is no time. */
export function typedTime(typed: string): string | undefined {
  const {
    hour = '',
    minute = '00',
    half,
  } = HOUR.exec(
    typed
      .trim()
      .toLowerCase()
      .replace(/\p{Zs}+/gu, ' '),
  )?.groups ?? {}
  const isHour =
    hour !== '' && (half === undefined ? Number(hour) < 24 : Number(hour) >= 1 && Number(hour) <= 12)
  if (!isHour || Number(minute) > 59) return undefined
  const shown = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
  return `${String(shown).padStart(2, '0')}:${minute}`
}

/** The value is `14:05`. */
export const TimeField = (props: TypedFieldProps) => (
  <TypedField
    {...props}
    read={typedTime}
    write={(value) => value}
    placeholder="hh:mm"
    fault="Escribe una hora como 14:05."
    lead={<Clock aria-hidden="true" size={15} strokeWidth={1.9} className="mx-1.5 flex-none text-ink-3" />}
  />
)
