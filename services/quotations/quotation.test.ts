import { decides } from '../kernel/testing/specification.ts'
import { quotation, type RequestQuotation } from './quotation.ts'

const words = {
  company: 'Andes Norte',
  contactPerson: 'Ana Paz',
  email: 'ana@x.example',
  phone: '+56912345678',
  comments: '',
}
const left = { estimatedCards: '11-25', consent: 'quotation-2026-11' }
const ask: RequestQuotation = { type: 'RequestQuotation', request: { ...words, ...left } }
const requested = { type: 'QuotationRequested', data: ask.request } as const
const contacted = { type: 'QuotationContacted', data: {} } as const
const completed = { type: 'QuotationCompleted', data: {} } as const
const CONTACT = { type: 'MarkQuotation', as: 'contacted' } as const
const COMPLETE = { type: 'MarkQuotation', as: 'completed' } as const

decides(quotation)('a quotation is requested once, also where its person was erased or it was completed', [
  [[], ask, [requested]],
  [[requested], ask, []],
  [[{ type: 'QuotationRequested', data: left }], ask, []],
  [[requested, contacted], ask, []],
  [[requested, completed], ask, []],
])

decides(quotation)('a request is marked as contacted and as completed, once, and then stays so', [
  [[requested], CONTACT, [contacted]],
  [[requested, contacted], CONTACT, []],
  [[requested], COMPLETE, [completed]],
  [[requested, contacted], COMPLETE, [completed]],
  [[requested, completed], COMPLETE, []],
  [[requested, contacted, completed], CONTACT, 'conflict'],
  [[], CONTACT, 'not-found'],
  [[], COMPLETE, 'not-found'],
])
