import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from '../kernel/decider.ts'

type TapEvent = Extract<DomainEvent, { type: 'ProfileTapped' }>

export type RecordTap = {
  readonly type: 'RecordTap'
  readonly tap: TapEvent['data']
}

export type Visit = { readonly status: 'unknown' } | { readonly status: 'open'; readonly profileId: string }

function evolve(state: Visit, event: PastEvent): Visit {
  return event.type === 'ProfileTapped' ? { status: 'open', profileId: event.data.profileId } : state
}

function decide({ tap }: RecordTap, state: Visit): readonly TapEvent[] {
  if (state.status === 'unknown') return [{ type: 'ProfileTapped', data: tap }]
  if (state.profileId !== tap.profileId) throw new Refusal('event-id-taken')
  return [] // a retry
}

export const visit: Decider<Visit, RecordTap, TapEvent> = { initial: { status: 'unknown' }, evolve, decide }
