import type { EventStore, Revision, StoredEvent } from '@app/contracts/event-store.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { leftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'
import type { EvidencePerson } from './person.ts'
import type { EvidenceDeps } from './evidence-deps.ts'

/** An event by which a person accepted a text, and what ended it. */
export interface Consent {
  readonly event: StoredEvent
  readonly version: string
  /** Of the event by which it was withdrawn. */
  readonly cancelledAt: string | undefined
}

/** The first type begins a cycle, the second one withdraws it. */
const CYCLES: Readonly<Record<'subscription' | 'quotation' | 'account', readonly [EventType, EventType?]>> = {
  subscription: ['ReminderSubscribed', 'ReminderCancelled'],
  quotation: ['QuotationRequested'],
  account: ['AccountRegistered', 'AccountErased'],
}

/** The newest one; undefined where no text was shown, or where the event cannot be found any more. */
export async function findConsent(
  { store, db }: Pick<EvidenceDeps, 'store' | 'db'>,
  person: EvidencePerson,
): Promise<Consent | undefined> {
  if (person.kind === 'request') return undefined
  if (person.kind === 'visitor') {
    const { profileId, visitorId } = person
    const { forms } = await leftByVisitor(db, { profileId, visitorId, momentsMax: 0, formsMax: 1 })
    const [event] =
      forms[0] === undefined ? [] : await store.readStream(interactionStream(forms[0].eventId), { limit: 1 })
    return event && consentOf(event)
  }
  const [begins, ends] = CYCLES[person.kind]
  const newest = await newestCycle(store, person.subject, begins)
  const event = newest.get(begins)
  return event && consentOf(event, ends && newest.get(ends))
}

function consentOf(event: StoredEvent, cancelled?: StoredEvent): Consent | undefined {
  const version = event.data['consent']
  if (typeof version !== 'string') return undefined
  return { event, version, cancelledAt: cancelled?.meta.occurredAt }
}

const PAGE_EVENTS = 250

/** The newest event of each type since the newest one that begins: one pass from the stream's end. */
async function newestCycle(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  begins: EventType,
): Promise<ReadonlyMap<string, StoredEvent>> {
  const newest = new Map<string, StoredEvent>()
  for (let from: Revision | undefined; ;) {
    const page = await store.readStream(stream, {
      direction: 'backward',
      limit: PAGE_EVENTS,
      ...(from === undefined ? {} : { from }),
    })
    for (const event of page) {
      if (!newest.has(event.type)) newest.set(event.type, event)
      if (event.type === begins) return newest
    }
    const oldest = page.at(-1)
    if (oldest === undefined || oldest.revision === 0n) return newest
    from = oldest.revision - 1n
  }
}
