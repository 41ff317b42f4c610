import { LIMITS } from '../limits.ts'
import { line, paragraph } from '../text.ts'
import { defineEvent } from './define.ts'

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
  personal: ['contactPerson', 'email', 'phone', 'comments'],
})
export const quotationContacted = defineEvent({ type: 'QuotationContacted', data: {} })
export const quotationCompleted = defineEvent({ type: 'QuotationCompleted', data: {} })
