import { Clock } from 'lucide-react'
import { typedTime } from './typed-time.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

/** Its value is `14:05`. */
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
