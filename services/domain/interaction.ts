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

/** What an interaction says. Under the same id, anything else is another one. */
interface Meaning {
  readonly type: string
  readonly profileId: string
  readonly network: string | null
  /** Of an identification; null where there are none, or they were forgotten with their visitor. */
  readonly words: string | null
}

export type Interaction =
  { readonly status: 'unknown' } | { readonly status: 'recorded'; readonly meaning: Meaning }

type PastInteraction = Extract<PastEvent, { type: InteractionEvent['type'] }>

function meaningOf(event: PastInteraction): Meaning {
  const { profileId } = event.data
  switch (event.type) {
    case 'LinkClicked':
      return { type: event.type, profileId, network: event.data.network, words: null }
    case 'ContactDownloaded':
      return { type: event.type, profileId, network: null, words: null }
    case 'VisitorIdentified': {
      const { fullName, phone, description } = event.data
      const words = fullName === undefined ? null : [fullName, phone, description].join('\n')
      return { type: event.type, profileId, network: null, words }
    }
  }
}

function evolve(state: Interaction, event: PastEvent): Interaction {
  switch (event.type) {
    case 'LinkClicked':
    case 'ContactDownloaded':
    case 'VisitorIdentified':
      return { status: 'recorded', meaning: meaningOf(event) }
    default:
      return state
  }
}

function isSame(known: Meaning, said: Meaning): boolean {
  const { type, profileId, network, words } = known
  if (type !== said.type || profileId !== said.profileId || network !== said.network) return false
  return words === null || words === said.words
}

function decide(
  { profileActive, event }: RecordInteraction,
  state: Interaction,
): readonly InteractionEvent[] {
  if (!profileActive) throw new Refusal('profile-not-found')
  if (state.status === 'unknown') return [event]
  if (!isSame(state.meaning, meaningOf(event))) throw new Refusal('event-id-taken')
  return [] // a retry
}

/** One click, download or identification: its stream bears its event's id, so the same id can't say two things. */
export const interaction: Decider<Interaction, RecordInteraction, InteractionEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
