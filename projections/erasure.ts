import type { StoredEvent } from '@app/contracts/event-store.ts'

/** The event that a person was erased. It is in a stream of its own, and is about the stream of its subject. */
const ERASED = 'SubjectErased'
const subjectIn = ({ data }: StoredEvent): string => (typeof data.subject === 'string' ? data.subject : '')

/** The id behind the prefix of the stream that an event is about; empty where that is a stream of another kind. */
export function idMeant(event: StoredEvent, prefix: string): string {
  const stream = event.type === ERASED ? subjectIn(event) : event.stream
  return stream.startsWith(prefix) ? stream.slice(prefix.length) : ''
}

/** An erasure never waits behind a parked event of its subject: the folded rows have to go. */
export const orderOf = (event: StoredEvent, subject: string): string =>
  event.type === ERASED ? `erasure of ${subjectIn(event)}` : subject
