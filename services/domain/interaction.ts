import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from './decider.ts'

type InteractionEvent = Extract<
  DomainEvent,
  { type: 'LinkClicked' | 'ContactDownloaded' | 'VisitorIdentified' }
>

/** Something a visitor did on a page. */
export type RecordInteraction = {
  readonly type: 'RecordInteraction'
  readonly profileActive: boolean
  readonly event: InteractionEvent
}

export type Interaction =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'recorded'
      readonly as: string
      readonly profileId: string
      readonly network: string | null
    }

function evolve(state: Interaction, event: PastEvent): Interaction {
  switch (event.type) {
    case 'LinkClicked':
      return recorded(event.type, event.data.profileId, event.data.network)
    case 'ContactDownloaded':
    case 'VisitorIdentified':
      return recorded(event.type, event.data.profileId, null)
    default:
      return state
  }
}

const recorded = (as: string, profileId: string, network: string | null): Interaction => ({
  status: 'recorded',
  as,
  profileId,
  network,
})

function decide(
  { profileActive, event }: RecordInteraction,
  state: Interaction,
): readonly InteractionEvent[] {
  if (!profileActive) throw new Refusal('profile-not-found')
  if (state.status === 'unknown') return [event]
  const network = event.type === 'LinkClicked' ? event.data.network : null
  const same =
    state.as === event.type && state.profileId === event.data.profileId && state.network === network
  if (!same) throw new Refusal('event-id-taken')
  return [] // a retry
}

/** One click, download or identification: its stream bears its event's id, so the same id can't say two things. */
export const interaction: Decider<Interaction, RecordInteraction, InteractionEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
