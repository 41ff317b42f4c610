import type { StoredEvent } from '@app/contracts/event-store.ts'
import { interactionStream, visitorIn } from '@app/contracts/events/interaction-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { readStream, type StreamReading } from '@app/kernel/codec.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { leftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'

const VISITOR = 'visitor-'
const SUBSCRIPTION = subscriptionStream('')

interface FindDeps {
  readonly store: StreamReading
  readonly db: ReadDb
}

/** An event by which a person accepted a text. */
export interface AcceptedText {
  readonly event: StoredEvent
  readonly version: string
}

/** The newest one; undefined where no text was shown. */
export async function findConsent(deps: FindDeps, subject: string): Promise<AcceptedText | undefined> {
  const event = await eventOf(deps, subject)
  const version = event?.data.consent
  return event === undefined || typeof version !== 'string' ? undefined : { event, version }
}

async function eventOf({ store, db }: FindDeps, subject: string): Promise<StoredEvent | undefined> {
  if (subject.startsWith(SUBSCRIPTION)) {
    const newest = await readStream(store, subject, { direction: 'backward' })
    return newest.find(({ type }) => type === 'ReminderSubscribed')
  }
  if (!subject.startsWith(VISITOR)) return (await readStream(store, subject, { limit: 1 }))[0]
  const { forms } = await leftByVisitor(db, { ...visitorIn(subject), momentsMax: 0, formsMax: 1 })
  if (forms[0] === undefined) return undefined
  return (await readStream(store, interactionStream(forms[0].eventId), { limit: 1 }))[0]
}
