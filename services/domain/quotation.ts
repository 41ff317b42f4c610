import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { QuotationStatus } from '@app/contracts/quotation-rules.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from './decider.ts'

type QuotationEvent = Extract<
  DomainEvent,
  { type: 'QuotationRequested' | 'QuotationContacted' | 'QuotationCompleted' }
>

export type QuotationCommand = RequestQuotation | { readonly type: 'MarkContacted' | 'MarkCompleted' }

export interface RequestQuotation {
  readonly type: 'RequestQuotation'
  readonly request: Extract<QuotationEvent, { type: 'QuotationRequested' }>['data']
}

export interface Quotation {
  readonly status: 'unknown' | QuotationStatus
}

function evolve(state: Quotation, { type }: PastEvent): Quotation {
  switch (type) {
    case 'QuotationRequested':
      return { status: 'pending' }
    case 'QuotationContacted':
      return { status: 'contacted' }
    case 'QuotationCompleted':
      return { status: 'completed' }
    default:
      return state
  }
}

const COMPLETED = 'Esa cotización ya está completada.'

function decide(command: QuotationCommand, { status }: Quotation): readonly QuotationEvent[] {
  if (command.type === 'RequestQuotation')
    return status === 'unknown' ? [{ type: 'QuotationRequested', data: command.request }] : []
  if (status === 'unknown') throw new Refusal('not-found')
  if (command.type === 'MarkCompleted')
    return status === 'completed' ? [] : [{ type: 'QuotationCompleted', data: {} }]
  if (status === 'completed') throw new Refusal('conflict', COMPLETED)
  return status === 'contacted' ? [] : [{ type: 'QuotationContacted', data: {} }]
}

/** The stream's name holds the request's id, so that a retry is recorded once. */
export const quotation: Decider<Quotation, QuotationCommand, QuotationEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
