import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import type { RequestCandidate } from '@app/contracts/api/rights/request-calls.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { interactionStream, visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { readable } from '@app/contracts/fields/readable.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { partsOfWords } from '@app/processes/rights/receive-request.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { ListedRequest } from '@app/projections/requests/queries.ts'
import { newestNamedVisitors, type NamedVisitor } from '@app/projections/visitors/queries.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'
import { matchPeople, type LeftWithCard } from './match-person.ts'
import { saidPeriod, type Period } from './said-period.ts'

export interface CandidateDeps {
  readonly db: ReadDb
  readonly keys: Pick<SubjectKeys, 'forReading'>
}

type Asking = Pick<ListedRequest, 'profileId' | 'words' | 'receivedAtMs'>

type FindCandidates = (request: Asking) => Promise<readonly RequestCandidate[]>

/**
 * Visitors of a request's card who may be the person: of the newest, and of the newest at the time that was said. For one call:
 * what it has opened of a card serves its other requests about that card.
 */
export function createCandidateFinder(deps: CandidateDeps): FindCandidates {
  const opened = new Map<string, Promise<readonly LeftWithCard[]>>()
  const peopleOf = (profileId: string, when?: Period): Promise<readonly LeftWithCard[]> => {
    const name = [profileId, when?.from, when?.to].join(' ')
    const people = opened.get(name) ?? openPeople(deps, profileId, when)
    opened.set(name, people)
    return people
  }
  return async ({ profileId, words, receivedAtMs }) => {
    const { name, phone = '' } = words
    // Without the request's own words nobody can be matched.
    if (profileId === null || name === undefined) return []
    const when = saidPeriod(partsOfWords(words.words ?? '').when, receivedAtMs)
    const pages = [await peopleOf(profileId), when === undefined ? [] : await peopleOf(profileId, when)]
    const people = [...new Map(pages.flat().map((person) => [person.id, person])).values()]
    return matchPeople({ name, phone, when }, people, LIMITS.requestCandidatesMax)
  }
}

async function openPeople(
  { db, keys }: CandidateDeps,
  profileId: string,
  when: Period | undefined,
): Promise<readonly LeftWithCard[]> {
  const visitors = await newestNamedVisitors(db, {
    profileId,
    between: when && instantsOf(when),
    limit: LIMITS.candidatesOpenedMax,
  })
  const subjectOf = ({ visitorId }: NamedVisitor) => visitorSubject(profileId, visitorId)
  const found = await keys.forReading(visitors.map(subjectOf))
  return visitors.flatMap((visitor) => {
    const fields = openedOf(visitor, found.get(subjectOf(visitor)))
    const name = readable(textOrEmpty(fields.fullName ?? fields.visitorName))
    if (name === '') return []
    const description = readable(textOrEmpty(fields.description))
    const at = new Date(visitor.text.at).toISOString()
    const id = interactionStream(visitor.text.eventId)
    return [{ id, name, phone: textOrEmpty(fields.phone), description, at }]
  })
}

const instantsOf = ({ from, to }: Period) => ({
  fromMs: startOfDayMs(from),
  untilMs: startOfDayMs(addDays(to, 1)),
})

/** One damaged text must not hide the others. */
function openedOf({ text }: NamedVisitor, key: Buffer | undefined): JsonObject {
  if (key === undefined) return {}
  try {
    return openFields(text.fields, text.eventId, key)
  } catch {
    return {}
  }
}
