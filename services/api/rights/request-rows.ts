import type { AdminRequest, AskedPerson } from '@app/contracts/api/admin/admin-requests.ts'
import { readable } from '@app/contracts/fields/readable.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { daysLeft } from '@app/contracts/privacy/due-day.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { CommandContext } from '@app/processes/command-context.ts'
import { namesOfProfiles } from '@app/projections/profiles/named-profiles.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import type { ListedRequest } from '@app/projections/requests/queries.ts'
import { newestNamedVisitors, type NamedVisitor } from '@app/projections/visitors/queries.ts'
import type { ErasureLedger } from '@app/vault/ledger.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import type { Subjects } from '@app/vault/keys/subjects.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { RateCounters } from '@app/vault/logins/rate-counters.ts'
import type { RouteDeps } from '../http/route.ts'
import type { MailboxParts } from './opened-mailbox.ts'

export interface RequestDeps extends RouteDeps, CommandContext, SealedRows {
  readonly keys: SubjectKeys
  readonly ledger: ErasureLedger
  readonly subscriptionIds: SubscriptionIds
  readonly counters: Pick<RateCounters, 'take' | 'refund'>
  readonly subjects: Subjects
  readonly mailbox: Pick<MailboxParts, 'acts'>
}

const instantOf = (ms: number): string => new Date(ms).toISOString()

/** With the names of their cards. */
export async function requestRowsOf(
  deps: RequestDeps,
  listed: readonly ListedRequest[],
): Promise<AdminRequest[]> {
  const ids = new Set(listed.flatMap(({ profileId }) => profileId ?? []))
  const cards = await namesOfProfiles(deps, [...ids])
  const nowMs = deps.now().getTime()
  return listed.map(({ words, profileId, dueDay, receivedAtMs, answeredAtMs, ...request }) => {
    const card = profileId === null ? undefined : cards.get(profileId)
    return {
      id: request.id,
      kind: request.kind,
      channel: request.channel,
      who: readable(words.name ?? '') || words.email || null,
      card: card === undefined ? null : { id: profileId!, ...card },
      status: request.status,
      needs_confirmation: request.needsConfirmation,
      is_prolonged: request.isProlonged,
      received_at: instantOf(receivedAtMs),
      due_day: dueDay,
      days_left: daysLeft(dueDay, nowMs),
      answered_at: answeredAtMs === null ? null : instantOf(answeredAtMs),
      outcome: request.outcome,
      detail: null,
    }
  })
}

/** All that an administrator needs for the answer. */
export async function requestDetailOf(
  deps: RequestDeps,
  { words, kind, about, position, template }: ListedRequest,
  people: readonly PersonOnCard[],
): Promise<NonNullable<AdminRequest['detail']>> {
  const blocked = kind === 'blocking' && about !== null ? [about] : []
  return {
    email: words.email ?? null,
    asked: {
      name: readable(words.name ?? ''),
      phone: words.phone ?? '',
      words: readable(words.words ?? ''),
    },
    people: people.map(({ person }) => person),
    position,
    template,
    is_blocked: (await deps.subjects.frozen(blocked)).size > 0,
    reason: words.reason ?? words.prolongedBecause ?? null,
  }
}

export interface PersonOnCard {
  readonly subject: string
  readonly person: AskedPerson
}

/** Digits of a Chilean number, so that it is the same with and without +56. */
const PHONE_DIGITS = 9
const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS)

/** Among the newest visitors of a request's card, those who left its very name or phone: an administrator says who it is. */
export async function peopleNamedBy(
  deps: SealedRows,
  { profileId, needsConfirmation, words: { name, phone = '' } }: ListedRequest,
): Promise<readonly PersonOnCard[]> {
  // Without the request's own words it is nobody's.
  if (!needsConfirmation || profileId === null || name === undefined) return []
  const visitors = await newestNamedVisitors(deps, { profileId, limit: LIMITS.visitorsOpenedMax })
  const [plainName, digits] = [plainText(name), digitsOf(phone)]
  return visitors
    .map(personOf)
    .filter(({ person }) => person.name !== '')
    .filter(
      ({ person }) =>
        plainText(person.name) === plainName || (digits !== '' && digitsOf(person.phone) === digits),
    )
    .slice(0, LIMITS.askedPeopleMax)
}

function personOf({ subject, text }: NamedVisitor): PersonOnCard {
  const { fullName, visitorName, phone, description } = text.fields
  const person = {
    // A visitor's own id proves who they are.
    id: derivedId(`person ${subject}`),
    name: readable(textOrEmpty(fullName ?? visitorName)),
    phone: textOrEmpty(phone),
    description: textOrEmpty(description),
    at: instantOf(text.at),
  }
  return { subject, person }
}
