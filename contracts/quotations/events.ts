import { LIMITS } from '../limits/limits.ts'
import { line, paragraph } from '../fields/text.ts'
import { defineEvent } from '../events/define.ts'

export const quotationStream = (id: string): string => `quotation-${id}`

export const quotationRequested = defineEvent({
  type: 'QuotationRequested',
  data: {
    company: line(LIMITS.nameCharsMax),
    contactPerson: line(LIMITS.nameCharsMax),
    email: line(LIMITS.emailCharsMax),
    phone: line(LIMITS.phoneCharsMax),
    estimatedCards: line(LIMITS.phoneCharsMax),
    comments: paragraph(LIMITS.paragraphCharsMax),
    consent: line(LIMITS.lineCharsMax),
  },
  personal: {
    company: 'quotation',
    contactPerson: 'quotation',
    email: 'quotation',
    phone: 'quotation',
    comments: 'quotation',
  },
})
export const quotationContacted = defineEvent({ type: 'QuotationContacted', data: {} })
export const quotationCompleted = defineEvent({ type: 'QuotationCompleted', data: {} })
