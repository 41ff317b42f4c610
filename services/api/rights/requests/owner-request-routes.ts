import type { Router } from 'express'
import {
  getOwnerRequests,
  postConfirmRequest,
  postDenyRequest,
  type OwnerRequest,
  type RequestCandidate,
} from '@app/contracts/api/rights/request-calls.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile } from '@app/domain/profile.ts'
import { load } from '@app/event-store/handle.ts'
import { fulfilConfirmed } from '@app/processes/rights/fulfil-request.ts'
import { handleRequest, loadRequest } from '@app/processes/rights/requests.ts'
import { findProfile, listOwnProfileIds } from '@app/projections/profiles/queries.ts'
import { findRequest, openRequestsOfProfiles, type ListedRequest } from '@app/projections/requests/queries.ts'
import { guardedRoute } from '../../http/route.ts'
import { wordsOfRequest } from './request-rows.ts'
import { createCandidateFinder } from './find-candidates.ts'
import { visitorNamed } from '../visitor-names.ts'
import type { RequestDeps } from './request-deps.ts'

const NO_CANDIDATE = 'Elige a una de las personas que coinciden.'
export const noCandidate = (): Refusal => new Refusal('invalid', NO_CANDIDATE, { field: 'candidate' })

export function ownerRequestRoutes(router: Router, deps: RequestDeps): void {
  guardedRoute(router, deps, getOwnerRequests, async (_context, { accountId }) => {
    const ids = await listOwnProfileIds(deps.db, accountId, LIMITS.profilesMax)
    const open = await openRequestsOfProfiles(deps, ids, LIMITS.ownerRequestsMax)
    const findCandidates = createCandidateFinder(deps)
    const answered: OwnerRequest[] = []
    // One after the other: each opens the words of hundreds of visitors.
    for (const request of open)
      answered.push(await ownerRequestOf(deps, request, await findCandidates(request)))
    return answered
  })

  guardedRoute(router, deps, postConfirmRequest, async ({ params, body, wrote }, { accountId }) => {
    const id = await getAsked(deps, params.id, accountId)
    await confirmAs(deps, { id, candidate: body.candidate, by: 'owner' }, { kind: 'owner', id: accountId })
    wrote({ position: await deps.store.headPosition() })
    return { id }
  })

  guardedRoute(router, deps, postDenyRequest, async ({ params, wrote }, { accountId }) => {
    const id = await getAsked(deps, params.id, accountId)
    const actor: Actor = { kind: 'owner', id: accountId }
    wrote((await handleRequest(deps, id, { type: 'Deny', by: 'owner' }, actor)).appended)
    return { id }
  })
}

async function ownerRequestOf(
  deps: RequestDeps,
  request: ListedRequest,
  candidates: readonly RequestCandidate[],
): Promise<OwnerRequest> {
  const card = await findProfile(deps, request.profileId!)
  return {
    id: request.id,
    kind: request.kind,
    profile: { id: request.profileId!, name: card === undefined ? '' : displayName(card.profile) },
    received_at: new Date(request.receivedAtMs).toISOString(),
    due_day: request.dueDay,
    asked: wordsOfRequest(request),
    candidates: [...candidates],
  }
}

/** From the log, so that it is current. @throws Refusal not-found, alike for others' requests, proven and unknown ones */
async function getAsked(deps: RequestDeps, typed: string, accountId: string): Promise<string> {
  const id = typed.toLowerCase()
  if (!LOWER_CASE_UUID.test(id)) throw new Refusal('not-found')
  const state = await loadRequest(deps, id)
  if (state.status === 'unknown' || state.received.proof !== 'none') throw new Refusal('not-found')
  const { profileId } = state.received
  if (profileId === undefined) throw new Refusal('not-found')
  const { state: card } = await load(deps.store, profile, profileStream(profileId))
  if (card.status !== 'created' || card.ownerId !== accountId) throw new Refusal('not-found')
  return id
}

interface Confirmation {
  readonly id: string
  readonly candidate: string
  readonly by: 'owner' | 'admin'
}

/** Then what was asked for is done. Its process may die in between: a reaction finishes it. @throws Refusal */
export async function confirmAs(
  deps: RequestDeps,
  { id, candidate, by }: Confirmation,
  actor: Actor,
): Promise<void> {
  const request = await findRequest(deps, id)
  if (request === undefined) throw new Refusal('not-found')
  const chosen = await visitorNamed(deps.store, candidate)
  const subjects = await subjectsOfCandidates(deps, await createCandidateFinder(deps)(request))
  const about = subjects.find((subject) => subject === chosen?.subject)
  // One that somebody else has confirmed meanwhile may be erased already: then the request's own rules refuse.
  if (about === undefined && (await isWaiting(deps, id))) throw noCandidate()
  await handleRequest(deps, id, { type: 'Confirm', about: about ?? candidate, by }, actor)
  await fulfilConfirmed(deps, id, actor)
}

export async function subjectsOfCandidates(
  { store }: RequestDeps,
  candidates: readonly RequestCandidate[],
): Promise<readonly string[]> {
  const named = await Promise.all(candidates.map(({ id }) => visitorNamed(store, id)))
  return named.flatMap((visitor) => visitor?.subject ?? [])
}

async function isWaiting(deps: RequestDeps, id: string): Promise<boolean> {
  const state = await loadRequest(deps, id)
  return state.status === 'open' && !state.isConfirmed
}
