import { isOfHash } from '@app/contracts/fields/text.ts'
import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from '../kernel/decider.ts'

type Type = 'ProfileTapped' | 'LinkClicked' | 'ContactDownloaded' | 'VisitorIdentified'
export type Interaction = Extract<DomainEvent, { type: Type }>
type PastInteraction = Extract<PastEvent, { type: Type }>

/** Fields in which events of one stream must agree. A retry may differ in all others, and a tap in its visitor. */
const MEANING: Readonly<Record<Type, readonly string[]>> = {
  ProfileTapped: ['profileId'],
  LinkClicked: ['profileId', 'visitorId', 'visitId', 'source', 'network', 'visitorName'],
  // The delivery of a file and its confirmation are one download, and the file's URL carries fewer facts.
  ContactDownloaded: ['profileId', 'visitorId'],
  VisitorIdentified: ['profileId', 'visitorId', 'visitId', 'source', 'fullName', 'phone', 'description'],
}
const PERSONAL = ['visitorName', 'fullName', 'phone', 'description']

function isSame(recorded: PastInteraction, { type, data }: Interaction): boolean {
  const [before, now]: readonly Readonly<Record<string, unknown>>[] = [recorded.data, data]
  const agree = (field: string): boolean => {
    const [one, other] = [before![field], now![field]]
    if (one === other) return true
    // Two tries of one request may differ in the hash of address and user agent: that is no other visitor.
    if (field === 'visitorId') return isOfHash(String(one)) || isOfHash(String(other))
    // The text was erased, or the visitor had no name.
    return one === undefined && PERSONAL.includes(field)
  }
  return recorded.type === type && MEANING[type].every(agree)
}

/** The stream's name holds the event's id, or the visit's of a tap: one id cannot record two different things. */
export const interaction: Decider<PastInteraction | undefined, Interaction, Interaction> = {
  initial: undefined,
  evolve: (recorded, event) => (event.type in MEANING ? (event as PastInteraction) : recorded),
  decide: (event, recorded) => {
    if (recorded === undefined) return [event]
    if (!isSame(recorded, event)) throw new Refusal('event-id-taken')
    return [] // a retry
  },
}
