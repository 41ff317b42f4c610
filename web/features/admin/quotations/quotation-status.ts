import type { QuotationStatus } from '@app/contracts/quotation.ts'
import type { BadgeTone } from '../../../ui/Badge.tsx'

interface StatusLook {
  readonly text: string
  readonly tone: BadgeTone
  /** Of the rule at the card's left. */
  readonly rule: string
}

export const STATUS_LOOKS: Readonly<Record<QuotationStatus, StatusLook>> = {
  pending: { text: 'Pendiente', tone: 'warn', rule: 'bg-warning' },
  contacted: { text: 'Contactado', tone: 'info', rule: 'bg-accent' },
  completed: { text: 'Completado', tone: 'ok', rule: 'bg-success' },
}
