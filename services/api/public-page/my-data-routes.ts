import { Router, type Request, type Response } from 'express'
import {
  deleteMyData,
  getMyData,
  MY_DATA_READS,
  postCancelMyReminders,
  postMyData,
  postObjectMyData,
} from '@app/contracts/api/my-data-calls.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { OBJECTED, WORDS_STAY } from '@app/contracts/privacy/objection.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { evenFrozen } from '@app/kernel/codec.ts'
import { eraseVisitor } from '@app/processes/erasures/erase-visitor.ts'
import type { AtOnce } from '@app/processes/rights/record-at-once.ts'
import { DONE, recordAnswered } from '@app/processes/rights/requests.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import { leftByVisitor, type LeftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'
import { eventIdOf } from '../http/idempotency/idempotency-key.ts'
import { route } from '../http/route.ts'
import { myDataOf, type LeftData } from './my-data-answer.ts'
import { cancelReminders, eraseReminders, remindersOf, type OneVisitor } from './my-reminders.ts'
import { confirmed, identifiedEvent } from './public-routes.ts'
import { visitorIdIn } from './visitor-request.ts'
import type { PublicPageDeps } from './public-page-deps.ts'

interface Http {
  readonly params: { readonly profileId: string }
  readonly request: Request
  readonly response: Response
}

interface KnownVisitor extends LeftData {
  readonly record: ProfileRecord
  readonly visitor: OneVisitor
}

/** Visitors see their own data; their browser's id for the profile is the proof. */
export function myDataRoutes(deps: PublicPageDeps): Router {
  const router = Router()

  route(router, deps, getMyData, async (context) => {
    const { record, visitor, ...left } = await knownVisitor(deps, context)
    await recordAsked(deps, 'access', visitor)
    return myDataOf(record.profile, left)
  })

  route(router, deps, postMyData, async (context) => {
    const { record, visitor } = await knownVisitor(deps, context)
    const { visitorId } = visitor
    const { body, viewer, request } = context
    const said = { eventId: eventIdOf(request, visitor.profileId, body.event_id) }
    const answer = await confirmed(deps, { request, viewer, record, visitorId, said }, identifiedEvent(body))
    await recordAsked(deps, 'correction', visitor)
    return answer
  })

  route(router, deps, postCancelMyReminders, async (context) => {
    const { visitor } = await knownVisitor(deps, context)
    const cancelled = await cancelReminders(deps, visitor, actorOf(visitor))
    await recordAsked(deps, 'objection', visitor)
    await deps.writes.holding(context.response, MY_DATA_READS, await deps.store.log.headPosition())
    return { cancelled }
  })

  route(router, deps, postObjectMyData, async (context) => {
    const message = await recordObjection(deps, await knownVisitor(deps, context))
    return { message }
  })

  route(router, deps, deleteMyData, async (context) => {
    const { visitor } = await knownVisitor(deps, context)
    const actor = actorOf(visitor)
    // First: after a crash the visitor still exists, and the same press completes it.
    await eraseReminders({ ...deps, store: evenFrozen(deps.store) }, visitor, actor)
    await eraseVisitor(deps, visitor, actor)
    await deps.writes.holding(context.response, MY_DATA_READS, await deps.store.log.headPosition())
    return { erased: true as const }
  })
  return router
}

const actorOf = ({ visitorId }: OneVisitor) => ({ kind: 'visitor', id: visitorId }) as const

/** An erasure is recorded from its own event: erasureRequestReaction. */
const recordAsked = (
  { recordAtOnce }: Pick<PublicPageDeps, 'recordAtOnce'>,
  kind: AtOnce['kind'],
  visitor: OneVisitor,
): Promise<void> => recordAtOnce({ kind, ...requestOf(visitor) }, actorOf(visitor))

const requestOf = ({ profileId, visitorId }: OneVisitor) =>
  ({ channel: 'browser', proof: 'browser', about: visitorSubject(profileId, visitorId), profileId }) as const

/** Nothing else changes here: the browser drops the id, and no later act has it. */
async function recordObjection(
  deps: PublicPageDeps,
  { visitor, left, reminders }: KnownVisitor,
): Promise<string> {
  const hasWords = left.formsTotal > 0 || left.named !== null || reminders.length > 0
  const answer = hasWords ? `${OBJECTED} ${WORDS_STAY}` : OBJECTED
  const request = { kind: 'objection', ...requestOf(visitor) } as const
  const asked = { request, answered: DONE } as const
  await recordAnswered(deps, derivedId(`objection ${request.about}`), asked, actorOf(visitor))
  return answer
}

/** Does the same for every id, so that neither answer nor time distinguishes an erased visitor from an unknown one. */
async function knownVisitor(
  deps: PublicPageDeps,
  { params, request, response }: Http,
): Promise<KnownVisitor> {
  const record = await deps.profiles.byId(params.profileId)
  const visitorId = visitorIdIn(request)
  if (visitorId === undefined) throw new Refusal('visitor-not-found')
  const visitor = { profileId: record.profile.id, visitorId }
  const { about: subject } = requestOf(visitor)
  await deps.writes.holding(response, MY_DATA_READS, await deps.store.log.headPosition())
  const [left, { keys, blocked }, reminders] = await Promise.all([
    leftByVisitor(deps.db, { ...visitor, momentsMax: LIMITS.myMomentsMax, formsMax: LIMITS.myFormsMax }),
    deps.keys.withLosses([subject]),
    remindersOf(deps, visitor),
  ])
  const [key, isBlocked] = [keys.get(subject), blocked.has(subject)]
  const hasKey = isBlocked || key !== undefined
  if (reminders.length === 0 && !hasLeft(left, hasKey, response.hasHeader('Stale')))
    throw new Refusal('visitor-not-found')
  return { record, visitor, left, key, isBlocked, reminders }
}

/** A key without rows: read models are behind, or a browser sent an erased form again, which only makes a key. */
const hasLeft = (left: LeftByVisitor, hasKey: boolean, isStale: boolean): boolean =>
  left.momentsTotal > 0 || (hasKey && (left.formsTotal > 0 || isStale))
