import type { StoredEvent } from '@app/contracts/event-store.ts'
import { ERASED, subjectIn } from './runtime/projection.ts'

/** That a person was erased, blocked or unblocked: in a stream of its own, and about the stream of its subject. */
const ABOUT_SUBJECT: ReadonlySet<string> = new Set([ERASED, 'SubjectBlocked', 'SubjectUnblocked'])
/** The id behind the prefix of the stream that an event is about; empty where that is a stream of another kind. */
export function idMeant(event: StoredEvent, prefix: string): string {
  const stream = ABOUT_SUBJECT.has(event.type) ? subjectIn(event) : event.stream
  return stream.startsWith(prefix) ? stream.slice(prefix.length) : ''
}

const VISITOR = 'visitor-'

/** By which projections name a person in `subjectOf` who was erased, where that is not the person's stream. */
export function subjectsMeant(event: StoredEvent): readonly string[] {
  const person = subjectIn(event)
  return person.startsWith(VISITOR)
    ? [person, person.slice(VISITOR.length).toLowerCase().replace('.', '|')]
    : [person]
}
