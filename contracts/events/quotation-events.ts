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
  personal: {
    company: 'quotation',
    contactPerson: 'quotation',
    email: 'quotation',
    phone: 'quotation',
    comments: 'quotation',
  },
  upcasters: { 1: withoutForgottenCompany },
})
/** By the person who asked, whose mailbox is proven: the address stays as it is. */
export const quotationCorrected = defineEvent({
  type: 'QuotationCorrected',
  data: {
    company: line(LIMITS.nameCharsMax),
    contactPerson: line(LIMITS.nameCharsMax),
    phone: line(LIMITS.phoneCharsMax),
    comments: paragraph(LIMITS.paragraphCharsMax),
  },
  personal: { company: 'quotation', contactPerson: 'quotation', phone: 'quotation', comments: 'quotation' },
})
export const quotationContacted = defineEvent({ type: 'QuotationContacted', data: {} })
export const quotationCompleted = defineEvent({ type: 'QuotationCompleted', data: {} })
