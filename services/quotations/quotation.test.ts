import { test } from 'vitest'
import { quotation, type RequestQuotation } from './quotation.ts'
import { given } from '../kernel/testing/specification.ts'

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

const contacted = { type: 'QuotationContacted', data: {} } as const
const completed = { type: 'QuotationCompleted', data: {} } as const

test('a request is marked as contacted, once', () => {
  given(quotation)(requested).when({ type: 'MarkContacted' }).then(contacted)
  given(quotation)(requested, contacted).when({ type: 'MarkContacted' }).thenNothing()
})

test('a request is marked as completed, once, whether or not somebody was contacted', () => {
  given(quotation)(requested).when({ type: 'MarkCompleted' }).then(completed)
  given(quotation)(requested, contacted).when({ type: 'MarkCompleted' }).then(completed)
  given(quotation)(requested, completed).when({ type: 'MarkCompleted' }).thenNothing()
})

test('a request that is completed stays so', () =>
  given(quotation)(requested, contacted, completed).when({ type: 'MarkContacted' }).thenRefused('conflict'))

test('a request that nobody made is marked by nobody', () => {
  given(quotation)().when({ type: 'MarkContacted' }).thenRefused('not-found')
  given(quotation)().when({ type: 'MarkCompleted' }).thenRefused('not-found')
})
