import type { DomainEvent, PastEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import type { QuotationMark, QuotationStatus } from '@app/contracts/quotations.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from '../kernel/decider.ts'

type QuotationEvent = Extract<
  DomainEvent,
  { type: 'QuotationRequested' | 'QuotationContacted' | 'QuotationCompleted' }
>

export interface RequestQuotation {
  readonly type: 'RequestQuotation'
  readonly request: Extract<QuotationEvent, { type: 'QuotationRequested' }>['data']
}

export type QuotationCommand =
  RequestQuotation | { readonly type: 'MarkQuotation'; readonly as: QuotationMark }

export type Quotation =
  | { readonly status: 'unknown' }
  | {
      readonly status: QuotationStatus
      /** As corrected; its texts are absent once its person was erased. */
      readonly request: PastEventOf<'QuotationRequested'>['data']
    }

function evolve(state: Quotation, event: PastEvent): Quotation {
  if (event.type === 'QuotationRequested') return { status: 'pending', request: event.data }
  if (state.status === 'unknown') return state
  switch (event.type) {
    case 'QuotationCorrected':
      return { ...state, request: { ...state.request, ...event.data } }
    case 'QuotationContacted':
      return { ...state, status: 'contacted' }
    case 'QuotationCompleted':
      return { ...state, status: 'completed' }
    default:
      return state
  }
}

const COMPLETED = 'Esa cotización ya está completada.'

function decide(command: QuotationCommand, { status }: Quotation): readonly QuotationEvent[] {
  if (command.type === 'RequestQuotation')
    return status === 'unknown' ? [{ type: 'QuotationRequested', data: command.request }] : []
  if (status === 'unknown') throw new Refusal('not-found')
  if (status === command.as) return []
  if (status === 'completed') throw new Refusal('conflict', COMPLETED)
  return [{ type: command.as === 'contacted' ? 'QuotationContacted' : 'QuotationCompleted', data: {} }]
}

/** The stream's name holds the request's id, so that a retry is recorded once. */
export const quotation: Decider<Quotation, QuotationCommand, QuotationEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
