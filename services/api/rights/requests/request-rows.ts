import type { AdminRequest, AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import { daysLeft } from '@app/contracts/privacy/due-day.ts'
import { namesOfProfiles, type ProfileName } from '@app/projections/profiles/named-profiles.ts'
import type { ListedRequest } from '@app/projections/requests/queries.ts'
import { askedPeople } from './asked-people.ts'
import type { RequestDeps } from './request-deps.ts'
import { readable } from '@app/contracts/fields/readable.ts'
import { partsOfWords } from '@app/processes/rights/receive-request.ts'

/** With the names of their cards. */
export async function requestRowsOf(
  deps: RequestDeps,
  listed: readonly ListedRequest[],
): Promise<AdminRequest[]> {
  const ids = new Set(listed.flatMap(({ profileId }) => profileId ?? []))
  const cards = await namesOfProfiles(deps, [...ids])
  const nowMs = deps.now().getTime()
  return listed.map((request) => requestRowOf(request, cards, nowMs))
}

const instantOf = (ms: number): string => new Date(ms).toISOString()

function requestRowOf(
  { words, ...request }: ListedRequest,
  cards: ReadonlyMap<string, ProfileName>,
  nowMs: number,
): AdminRequest {
  const card = request.profileId === null ? undefined : cards.get(request.profileId)
  const { answeredAtMs } = request
  return {
    id: request.id,
    kind: request.kind,
    channel: request.channel,
    proof: request.proof,
    who: wordsOfRequest({ words }).name || words.email || null,
    card: card === undefined ? null : { id: request.profileId!, ...card },
    status: request.status,
    needs_confirmation: request.needsConfirmation,
    is_confirmed: request.isConfirmed,
    is_prolonged: request.isProlonged,
    received_at: instantOf(request.receivedAtMs),
    due_day: request.dueDay,
    days_left: daysLeft(request.dueDay, nowMs),
    answered_at: answeredAtMs === null ? null : instantOf(answeredAtMs),
    outcome: request.outcome,
  }
}

export async function requestDetailOf(
  deps: RequestDeps,
  request: ListedRequest,
): Promise<AdminRequestDetail> {
  const [row] = await requestRowsOf(deps, [request])
  const { email = null, reason = null, prolongedBecause = null } = request.words
  const blocked = request.kind === 'blocking' && request.about !== null ? [request.about] : []
  return {
    ...row!,
    email,
    asked: wordsOfRequest(request),
    people: request.needsConfirmation ? await askedPeople(deps, request) : [],
    position: request.position,
    template: request.template,
    is_blocked: (await deps.subjects.frozen(blocked)).size > 0,
    reason: reason ?? prolongedBecause,
  }
}

/** What the person wrote; empty where nothing was asked for, or its key is gone. */
const wordsOfRequest = ({ words }: Pick<ListedRequest, 'words'>) => ({
  name: readable(words.name ?? ''),
  phone: words.phone ?? '',
  ...partsOfWords(readable(words.words ?? '')),
})
