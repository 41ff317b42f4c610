import { refusalText } from '../../app/refusal.ts'
import { Notice } from '../../ui/Notice.tsx'

interface FormAlertProps {
  /** Of the last try; undefined while there is none, or where a field already says it. */
  readonly error: unknown
  /** The fixed words for when the server says nothing. */
  readonly fallback: string
}

/** Why a form was not taken. */
export function FormAlert({ error, fallback }: FormAlertProps) {
  if (error === undefined) return null
  return <Notice tone="danger">{refusalText(error, fallback)}</Notice>
}
