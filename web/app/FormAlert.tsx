import { fieldFaults, refusalText } from './refusal.ts'
import { Notice } from '../ui/notices/Notice.tsx'

interface FormAlertProps {
  readonly error: unknown
  /** Fields that show their own errors. */
  readonly fields: readonly string[]
  readonly changed: boolean
  readonly fallback: string
}

/** In large text the button that was pressed may be screens below. */
const showAll = (alert: Element | null): void => alert?.scrollIntoView({ block: 'nearest' })

export function FormAlert({ error, fields, changed, fallback }: FormAlertProps) {
  if (!error || changed || fieldFaults(error, fields)) return null
  return (
    <Notice tone="danger" ref={showAll}>
      {refusalText(error, fallback)}
    </Notice>
  )
}
