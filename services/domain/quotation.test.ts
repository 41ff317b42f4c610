import { test } from 'vitest'
import { quotation, type RequestQuotation } from './quotation.ts'
import { given } from './testing/specification.ts'

const request: RequestQuotation['request'] = {
  company: 'Andes Norte',
  contactPerson: 'Ana Paz',
  email: 'ana@x.example',
  phone: '+56912345678',
  estimatedCards: '11-25',
  comments: '',
  consent: 'quotation-2026-11',
}
const ask: RequestQuotation = { type: 'RequestQuotation', request }
const requested = { type: 'QuotationRequested', data: request } as const

test('a quotation is requested with all its fields', () => given(quotation)().when(ask).then(requested))

test('a request sent twice is one', () => given(quotation)(requested).when(ask).thenNothing())

test('the first request stays', () =>
  given(quotation)(requested)
    .when({ ...ask, request: { ...request, company: 'Otra' } })
    .thenNothing())

test('a request still exists when its person was erased, and when it was completed', () => {
  const {
    company: _company,
    contactPerson: _,
    email: _email,
    phone: _phone,
    comments: _comments,
    ...left
  } = request
  given(quotation)({ type: 'QuotationRequested', data: left }).when(ask).thenNothing()
  given(quotation)(requested, { type: 'QuotationContacted', data: {} }).when(ask).thenNothing()
  given(quotation)(requested, { type: 'QuotationCompleted', data: {} }).when(ask).thenNothing()
})

test('events of other kinds request nothing', () =>
  given(quotation)({ type: 'AccountErased', data: {} }).when(ask).then(requested))
