import { z } from 'zod'
import { defineEvent } from './events/define.ts'
import { line, paragraph } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'

/** Event types of before: stored ones stay readable, and nothing decides on them any more. */
export const requestDenied = defineEvent({ type: 'RequestDenied', data: { by: z.enum(['owner', 'admin']) } })
const [name, phone, text] = [
  line(LIMITS.nameCharsMax),
  line(LIMITS.phoneCharsMax),
  paragraph(LIMITS.paragraphCharsMax),
]
export const quotationCorrected = defineEvent({
  type: 'QuotationCorrected',
  data: { company: name, contactPerson: name, phone, comments: text },
  personal: { company: 'quotation', contactPerson: 'quotation', phone: 'quotation', comments: 'quotation' },
})
