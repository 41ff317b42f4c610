import type { AdminRequest, AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { daysLeft } from '@app/contracts/privacy/due-day.ts'
import { account } from '@app/domain/account.ts'
import { load } from '@app/event-store/handle.ts'
import { namesOfProfiles, type ProfileName } from '@app/projections/profiles/named-profiles.ts'
import { findProfile } from '@app/projections/profiles/queries.ts'
import type { ListedRequest } from '@app/projections/requests/queries.ts'
import { createCandidateFinder } from './find-candidates.ts'
import { namesOfSubjects } from '../visitor-names.ts'
import type { RequestDeps } from './request-deps.ts'
import { readable } from '@app/contracts/fields/readable.ts'
import { partsOfWords } from '@app/processes/rights/receive-request.ts'

/** With the names of their cards. */
export async function requestRowsOf(
  deps: RequestDeps,
  listed: readonly ListedRequest[],
): Promise<AdminRequest[]> {
  const ids = new Set(listed.flatMap(({ profileId }) => profileId ?? []))
  const [cards, people] = await Promise.all([
    namesOfProfiles(deps, [...ids]),
    namesOfSubjects(
      deps.db,
      listed.flatMap(({ about }) => about ?? []),
    ),
  ])
  const nowMs = deps.now().getTime()
  return listed.map((request) => requestRowOf(request, { cards, people }, nowMs))
}

const instantOf = (ms: number): string => new Date(ms).toISOString()

interface NamesOfRows {
  readonly cards: ReadonlyMap<string, ProfileName>
  readonly people: ReadonlyMap<string, string>
}

function requestRowOf(
  { words, ...request }: ListedRequest,
  { cards, people }: NamesOfRows,
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
    subject: (request.about === null ? undefined : people.get(request.about)) ?? null,
    status: request.status,
    needs_confirmation: request.needsConfirmation,
    confirmed_by: request.confirmedBy,
    is_denied: request.isDenied,
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
  const [[row], owner] = await Promise.all([requestRowsOf(deps, [request]), ownerOf(deps, request)])
  const { email = null, answer = null, reason = null, prolongedBecause = null } = request.words
  return {
    ...row!,
    email,
    asked: wordsOfRequest(request),
    candidates: request.needsConfirmation ? [...(await createCandidateFinder(deps)(request))] : [],
    owner,
    position: request.position,
    answer,
    reason: reason ?? prolongedBecause,
  }
}

/** Who was asked to confirm it; null once the card or its owner is gone. */
async function ownerOf(deps: RequestDeps, request: ListedRequest): Promise<AdminRequestDetail['owner']> {
  if (request.profileId === null || request.proof !== 'none') return null
  const card = await findProfile(deps, request.profileId)
  if (card === undefined) return null
  const { state } = await load(deps.store, account, accountStream(card.ownerId))
  if (state.status !== 'registered' || state.name === '') return null
  return { name: state.name, asked_at: instantOf(request.receivedAtMs) }
}

/** What the person wrote; empty where nothing was asked for, or its key is gone. */
export const wordsOfRequest = ({ words }: Pick<ListedRequest, 'words'>) => ({
  name: readable(words.name ?? ''),
  phone: words.phone ?? '',
  ...partsOfWords(readable(words.words ?? '')),
})
