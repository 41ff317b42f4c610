import type { StoredEvent } from '@app/contracts/event-store.ts'

const ERASED = 'SubjectErased'
/** That a person was erased, blocked or unblocked: in a stream of its own, and about the stream of its subject. */
const ABOUT_SUBJECT: ReadonlySet<string> = new Set([ERASED, 'SubjectBlocked', 'SubjectUnblocked'])
/** Who was; empty where that is unreadable. */
export const subjectIn = ({ data }: StoredEvent): string =>
  typeof data.subject === 'string' ? data.subject : ''

/** The id behind the prefix of the stream that an event is about; empty where that is a stream of another kind. */
export function idMeant(event: StoredEvent, prefix: string): string {
  const stream = ABOUT_SUBJECT.has(event.type) ? subjectIn(event) : event.stream
  return stream.startsWith(prefix) ? stream.slice(prefix.length) : ''
}

/** An erasure never waits behind a parked event of its subject: the folded rows have to go. */
export const orderOf = (event: StoredEvent, subject: string): string =>
  event.type === ERASED ? `erasure of ${subjectIn(event)}` : subject
