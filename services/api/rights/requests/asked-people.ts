import type { AskedPerson } from '@app/contracts/api/rights/admin-requests.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import { interactionStream, visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { readable } from '@app/contracts/fields/readable.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { ListedRequest } from '@app/projections/requests/queries.ts'
import { newestNamedVisitors, type NamedVisitor } from '@app/projections/visitors/queries.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'
import type { RequestDeps } from './request-deps.ts'

/** Digits of a Chilean number, so that it is the same with and without +56. */
const PHONE_DIGITS = 9
const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS)

/** Among the newest visitors of a request's card, those who left its very name or phone: an administrator says who it is. */
export async function askedPeople(
  { db, keys }: Pick<RequestDeps, 'db' | 'keys'>,
  { profileId, words: { name, phone = '' } }: Pick<ListedRequest, 'profileId' | 'words'>,
): Promise<AskedPerson[]> {
  // Without the request's own words it is nobody's.
  if (profileId === null || name === undefined) return []
  const visitors = await newestNamedVisitors(db, { profileId, limit: LIMITS.visitorsOpenedMax })
  const subjectOf = ({ visitorId }: NamedVisitor) => visitorSubject(profileId, visitorId)
  const found = await keys.forReading(visitors.map(subjectOf))
  const people = visitors.map((visitor) => personOf(visitor, found.get(subjectOf(visitor))))
  const [plainName, digits] = [plainText(name), digitsOf(phone)]
  return people
    .filter((one) => one.name !== '')
    .filter((one) => plainText(one.name) === plainName || (digits !== '' && digitsOf(one.phone) === digits))
    .slice(0, LIMITS.askedPeopleMax)
}

function personOf({ text }: NamedVisitor, key: Buffer | undefined): AskedPerson {
  const { fullName, visitorName, phone, description } = openedOf(text, key)
  return {
    id: interactionStream(text.eventId),
    name: readable(textOrEmpty(fullName ?? visitorName)),
    phone: textOrEmpty(phone),
    description: textOrEmpty(description),
    at: new Date(text.at).toISOString(),
  }
}

/** One damaged text must not hide the others. */
function openedOf({ fields, eventId }: NamedVisitor['text'], key: Buffer | undefined): JsonObject {
  try {
    return openFields(fields, eventId, key)
  } catch {
    return {}
  }
}
