import { fieldFaults, refusalText } from '../../app/refusal.ts'
import { Notice } from '../../ui/notices/Notice.tsx'

interface FormAlertProps {
  /** Of the last try; undefined while there is none. */
  readonly error: unknown
  /** Those that say by themselves what was refused of them. */
  readonly fields: readonly string[]
  /** Something was typed since. */
  readonly changed: boolean
  /** The fixed words for when the server says nothing. */
  readonly fallback: string
}

/** Why a form was not taken, until something else is typed. */
export function FormAlert({ error, fields, changed, fallback }: FormAlertProps) {
  if (error === undefined || changed || fieldFaults(error, fields)) return null
  return <Notice tone="danger">{refusalText(error, fallback)}</Notice>
}
