import { isOfHash } from '@app/contracts/fields/text.ts'
import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from '../kernel/decider.ts'

type InteractionEvent = Extract<
  DomainEvent,
  { type: 'LinkClicked' | 'ContactDownloaded' | 'VisitorIdentified' }
>

export type RecordInteraction = {
  readonly type: 'RecordInteraction'
  readonly event: InteractionEvent
}

/** Fields in which commands with one id must agree. A retry may differ in its time and in an unknown visitor's name. */
interface Meaning {
  readonly plain: string
  readonly visitorId: string
  /** Personal text; null when none was given, or after it was erased. */
  readonly words: string | null
}

export type Interaction =
  { readonly status: 'unknown' } | { readonly status: 'recorded'; readonly meaning: Meaning }

type PastInteraction = Extract<PastEvent, { type: InteractionEvent['type'] }>

function meaningOf({ type, data }: PastInteraction): Meaning {
  const { visitorId, profileId, visitId, source } = data
  switch (type) {
    case 'LinkClicked': {
      const plain = textOf(type, profileId, visitId, source, data.network)
      return { plain, visitorId, words: data.visitorName ?? null }
    }
    case 'ContactDownloaded':
      // The delivery of a file and its confirmation are one download, and the file's URL carries fewer facts.
      return { plain: textOf(type, profileId), visitorId, words: null }
    case 'VisitorIdentified': {
      const { fullName, phone, description } = data
      const words = fullName === undefined ? null : textOf(fullName, phone, description)
      return { plain: textOf(type, profileId, visitId, source), visitorId, words }
    }
  }
}

const textOf = (...parts: readonly (string | undefined)[]): string => JSON.stringify(parts)

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

/** Two tries of one request may differ in the hash of address and user agent: that is no other visitor. */
const isSameVisitor = (one: string, other: string): boolean =>
  one === other || isOfHash(one) || isOfHash(other)

const isSame = (recorded: Meaning, said: Meaning): boolean =>
  recorded.plain === said.plain &&
  isSameVisitor(recorded.visitorId, said.visitorId) &&
  (recorded.words === null || recorded.words === said.words)

function decide({ event }: RecordInteraction, state: Interaction): readonly InteractionEvent[] {
  if (state.status === 'unknown') return [event]
  if (!isSame(state.meaning, meaningOf(event))) throw new Refusal('event-id-taken')
  return [] // a retry
}

/** The stream's name holds the event's id, so that one id cannot record two different things. */
export const interaction: Decider<Interaction, RecordInteraction, InteractionEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}

type TapEvent = Extract<DomainEvent, { type: 'ProfileTapped' }>

export type RecordTap = {
  readonly type: 'RecordTap'
  readonly tap: TapEvent['data']
}

export type Visit = { readonly status: 'unknown' } | { readonly status: 'open'; readonly profileId: string }

export const visit: Decider<Visit, RecordTap, TapEvent> = {
  initial: { status: 'unknown' },
  evolve: (state, event) =>
    event.type === 'ProfileTapped' ? { status: 'open', profileId: event.data.profileId } : state,
  decide: ({ tap }, state) => {
    if (state.status === 'unknown') return [{ type: 'ProfileTapped', data: tap }]
    if (state.profileId !== tap.profileId) throw new Refusal('event-id-taken')
    return [] // a retry
  },
}
