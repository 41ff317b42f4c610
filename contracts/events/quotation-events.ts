import { LIMITS } from '../limits/limits.ts'
import { line, paragraph } from '../fields/text.ts'
import { defineEvent } from './define.ts'

export const quotationStream = (id: string): string => `quotation-${id}`

/** Version 1 did not seal the company. Once the sealed fields are gone, the company is dropped as well. */
function withoutForgottenCompany({ company, ...left }: Record<string, unknown>): Record<string, unknown> {
  return left.contactPerson === undefined ? left : { company, ...left }
}

export const quotationRequested = defineEvent({
  type: 'QuotationRequested',
  version: 2,
  data: {
    company: line(LIMITS.nameCharsMax),
    contactPerson: line(LIMITS.nameCharsMax),
    email: line(LIMITS.emailCharsMax),
    phone: line(LIMITS.phoneCharsMax),
    estimatedCards: line(LIMITS.phoneCharsMax),
    comments: paragraph(LIMITS.paragraphCharsMax),
    consent: line(LIMITS.lineCharsMax),
  },
  personal: ['company', 'contactPerson', 'email', 'phone', 'comments'],
  upcasters: { 1: withoutForgottenCompany },
})
export const quotationContacted = defineEvent({ type: 'QuotationContacted', data: {} })
export const quotationCompleted = defineEvent({ type: 'QuotationCompleted', data: {} })
