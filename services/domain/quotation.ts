import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Decider } from './decider.ts'

type QuotationEvent = Extract<DomainEvent, { type: 'QuotationRequested' }>

export type RequestQuotation = {
  readonly type: 'RequestQuotation'
  readonly request: QuotationEvent['data']
}

export type Quotation = { readonly status: 'unknown' | 'pending' }

const evolve = (state: Quotation, event: PastEvent): Quotation =>
  event.type === 'QuotationRequested' ? { status: 'pending' } : state

const decide = ({ request }: RequestQuotation, { status }: Quotation): readonly QuotationEvent[] =>
  status === 'unknown' ? [{ type: 'QuotationRequested', data: request }] : []

/** The stream's name holds the request's id, so that a retry is recorded once. */
export const quotation: Decider<Quotation, RequestQuotation, QuotationEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
