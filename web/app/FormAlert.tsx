import { fieldFaults, refusalText } from './refusal.ts'
import { Notice } from '../ui/notices/Notice.tsx'

interface FormAlertProps {
  readonly error: unknown
  /** Fields that show their own errors. */
  readonly fields: readonly string[]
  readonly changed: boolean
  readonly fallback: string
}

export function FormAlert({ error, fields, changed, fallback }: FormAlertProps) {
  if (error === undefined || changed || fieldFaults(error, fields)) return null
  return <Notice tone="danger">{refusalText(error, fallback)}</Notice>
}
