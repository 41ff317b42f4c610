import { STREAM_NAME } from '@app/contracts/event-store.ts'
import { interactionStream, visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'
import { readStream, type StreamReading } from '@app/kernel/codec.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { eventsNamingVisitors } from '@app/projections/visitors/queries.ts'

export interface VisitorOfForm {
  readonly subject: string
  readonly profileId: string
  readonly visitorId: string
}

const EVENT = interactionStream('')
const SUBJECT = visitorSubject('', '').slice(0, -1)
const MAILBOX = mailboxSubject('')

/**
 * A visitor's id is the proof of "Mis datos", so others name a visitor by an event in which they said something.
 * @returns undefined for what names no visitor
 */
export async function visitorNamed(store: StreamReading, name: string): Promise<VisitorOfForm | undefined> {
  const stream = name.toLowerCase()
  if (!stream.startsWith(EVENT) || !UUID.test(stream.slice(EVENT.length))) return undefined
  const [event] = await readStream(store, stream, { limit: 1 })
  if (typeof event?.data.profileId !== 'string' || typeof event.data.visitorId !== 'string') return undefined
  const [profileId, visitorId] = [event.data.profileId.toLowerCase(), event.data.visitorId.toLowerCase()]
  return { subject: visitorSubject(profileId, visitorId), profileId, visitorId }
}

/** The subject that a name from outside means. A visitor's own subject is no name: whoever sends it only guesses. */
export async function subjectNamed(store: StreamReading, name: string): Promise<string | undefined> {
  if (name.startsWith(SUBJECT) || !STREAM_NAME.test(name)) return undefined
  return name.startsWith(EVENT) ? (await visitorNamed(store, name))?.subject : name
}

/** What subjects are called outside. A whole mailbox has no name, nor has a visitor of whom nothing is left. */
export async function namesOfSubjects(
  db: ReadDb,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = subjects.flatMap((subject) =>
    subject.startsWith(SUBJECT) ? [subject.slice(SUBJECT.length)] : [],
  )
  const events = keys.length === 0 ? [] : await eventsNamingVisitors(db, keys)
  const names = new Map([...events].map(([key, eventId]) => [SUBJECT + key, interactionStream(eventId)]))
  for (const subject of subjects)
    if (!subject.startsWith(SUBJECT) && !subject.startsWith(MAILBOX)) names.set(subject, subject)
  return names
}
