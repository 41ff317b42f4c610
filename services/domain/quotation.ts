import type { DomainEvent, PastEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { QuotationStatus } from '@app/contracts/quoted-cards.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from './decider.ts'

type QuotationEvent = Extract<
  DomainEvent,
  { type: 'QuotationRequested' | 'QuotationCorrected' | 'QuotationContacted' | 'QuotationCompleted' }
>

export type QuotationCommand =
  | RequestQuotation
  | { readonly type: 'CorrectQuotation'; readonly fields: CorrectedQuotation }
  | { readonly type: 'MarkContacted' | 'MarkCompleted' }

/** What is absent stays. */
export type CorrectedQuotation = PastEventOf<'QuotationCorrected'>['data']

export interface RequestQuotation {
  readonly type: 'RequestQuotation'
  readonly request: Extract<QuotationEvent, { type: 'QuotationRequested' }>['data']
}

export type Quotation =
  | { readonly status: 'unknown' }
  | {
      readonly status: QuotationStatus
      /** As corrected; its texts are absent once its person was erased. */
      readonly request: PastEventOf<'QuotationRequested'>['data']
      readonly corrections: number
    }

function evolve(state: Quotation, event: PastEvent): Quotation {
  if (event.type === 'QuotationRequested') return { status: 'pending', request: event.data, corrections: 0 }
  if (state.status === 'unknown') return state
  switch (event.type) {
    case 'QuotationCorrected':
      return {
        ...state,
        request: { ...state.request, ...event.data },
        corrections: state.corrections + 1,
      }
    case 'QuotationContacted':
      return { ...state, status: 'contacted' }
    case 'QuotationCompleted':
      return { ...state, status: 'completed' }
    default:
      return state
  }
}

const CORRECTED_OFTEN = 'Esa cotización ya se corrigió demasiadas veces. Bórrala y pide otra.'
const COMPLETED = 'Esa cotización ya está completada.'

function decide(command: QuotationCommand, state: Quotation): readonly QuotationEvent[] {
  const { status } = state
  if (command.type === 'RequestQuotation')
    return status === 'unknown' ? [{ type: 'QuotationRequested', data: command.request }] : []
  if (status === 'unknown') throw new Refusal('not-found')
  if (command.type === 'CorrectQuotation') return correct(command.fields, state)
  if (command.type === 'MarkCompleted')
    return status === 'completed' ? [] : [{ type: 'QuotationCompleted', data: {} }]
  if (status === 'completed') throw new Refusal('conflict', COMPLETED)
  return status === 'contacted' ? [] : [{ type: 'QuotationContacted', data: {} }]
}

function correct(
  fields: CorrectedQuotation,
  { request, corrections }: Exclude<Quotation, { status: 'unknown' }>,
): readonly QuotationEvent[] {
  const { company, contactPerson, phone, comments = '' } = request
  // Erased or blocked: a correction would be the only words that open.
  if (company === undefined || contactPerson === undefined || phone === undefined)
    throw new Refusal('not-found')
  const before = { company, contactPerson, phone, comments }
  const data = { ...before, ...fields }
  if (Object.entries(before).every(([field, text]) => data[field as keyof typeof data] === text)) return []
  if (corrections >= LIMITS.correctionsMax) throw new Refusal('conflict', CORRECTED_OFTEN)
  return [{ type: 'QuotationCorrected', data }]
}

/** The stream's name holds the request's id, so that a retry is recorded once. */
export const quotation: Decider<Quotation, QuotationCommand, QuotationEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
