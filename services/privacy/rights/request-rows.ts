import type { AdminRequest, AskedPerson } from '@app/contracts/privacy/requests.ts'
import { daysLeft } from '@app/contracts/limits/periods.ts'
import { readable, plainText } from '@app/contracts/fields/text.ts'
import { textOrEmpty } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { namesOfProfiles } from '@app/projections/profiles/list-profiles.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import type { ListedRequest } from '@app/projections/requests/queries.ts'
import { newestNamedVisitors } from '@app/projections/visitors/queries.ts'
import type { Ctx } from '../../platform/ctx.ts'

const instantOf = (ms: number | string): string => new Date(Number(ms)).toISOString()

const needsConfirmation = ({ status, proof, is_confirmed: isConfirmed }: ListedRequest): boolean =>
  status === 'open' && proof === 'none' && !isConfirmed

export async function requestRowsOf(deps: Ctx, listed: readonly ListedRequest[]): Promise<AdminRequest[]> {
  const ids = new Set(listed.flatMap(({ profile_id: id }) => id ?? []))
  const cards = await namesOfProfiles(deps, [...ids])
  const nowMs = deps.now().getTime()
  return listed.map((row) => {
    const { id, kind, channel, status, is_prolonged, outcome, opened } = row
    const card = row.profile_id === null ? undefined : cards.get(row.profile_id)
    const dueDay = instantOf(row.due_at).slice(0, 10)
    return {
      id,
      kind,
      channel,
      status,
      is_prolonged,
      outcome,
      who: readable(opened.name ?? '') || opened.email || null,
      card: card === undefined ? null : { id: row.profile_id!, ...card },
      needs_confirmation: needsConfirmation(row),
      received_at: instantOf(row.received_at),
      due_day: dueDay,
      days_left: daysLeft(dueDay, nowMs),
      answered_at: row.answered_at === null ? null : instantOf(row.answered_at),
      detail: null,
    }
  })
}

export async function requestDetailOf(
  deps: Ctx,
  { opened: { email, name, phone, words, ...why }, kind, about, position, template }: ListedRequest,
  people: readonly PersonOnCard[],
): Promise<NonNullable<AdminRequest['detail']>> {
  const blocked = kind === 'blocking' && about !== null ? [about] : []
  return {
    email: email ?? null,
    asked: { name: readable(name ?? ''), phone: phone ?? '', words: readable(words ?? '') },
    people: people.map(({ person }) => person),
    position,
    template,
    is_blocked: (await deps.subjects.frozen(blocked)).size > 0,
    reason: why.reason ?? why.prolongedBecause ?? null,
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
  request: ListedRequest,
): Promise<readonly PersonOnCard[]> {
  const {
    profile_id: profileId,
    opened: { name, phone = '' },
  } = request
  // Without the request's own words it is nobody's.
  if (!needsConfirmation(request) || profileId === null || name === undefined) return []
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

function personOf({ subject, text }: Awaited<ReturnType<typeof newestNamedVisitors>>[number]): PersonOnCard {
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
