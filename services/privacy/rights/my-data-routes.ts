import { Router, type Request, type Response } from 'express'
import type { KeptThing } from '@app/contracts/privacy/mailbox.ts'
import {
  deleteMyData,
  getMyData,
  MY_DATA_READS,
  postObjectMyData,
  ERASED,
  OBJECTED,
} from '@app/contracts/privacy/card-data.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { CARD_OWNER, displayName } from '@app/contracts/fields/names.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { eraseSubscriptions } from '../erasures/erase-profile.ts'
import { eraseVisitor } from '../erasures/erase-visitor.ts'
import { reminderInBrowser, type KeptSubject } from './stored-subjects.ts'
import { DONE, handleRequest, recordDone } from './request-commands.ts'
import { findProfile, type ProfileRecord } from '@app/projections/profiles/queries.ts'
import { listOfVisitor } from '@app/projections/subscriptions/list-reminders.ts'
import { waitUpToNow } from '../../platform/http/parse-call.ts'
import { route } from '../../platform/http/route.ts'
import { keptThings } from './read-mailbox.ts'
import { visitorIdIn } from '../../taps/visitor-request.ts'
import type { Ctx } from '../../platform/ctx.ts'

interface Http {
  readonly params: { readonly profileId: string }
  readonly request: Request
  readonly response: Response
}

interface OneVisitor {
  readonly profileId: string
  readonly visitorId: string
}

interface KnownVisitor {
  readonly record: ProfileRecord
  readonly visitor: OneVisitor
  readonly things: readonly KeptThing[]
}

/** Visitors see their own data; their browser's id for the profile is the proof. */
export function myDataRoutes(deps: Ctx): Router {
  const router = Router()

  route(router, deps, getMyData, async (context) => {
    const { record, visitor, things } = await knownVisitor(deps, context)
    const by = { actor: actorOf(visitor), atMs: deps.now().getTime() }
    await recordDone(deps, { kind: 'access', ...requestOf(visitor) }, by)
    const { profile } = record
    return { profile: { slug: profile.slug, name: displayName(profile) || CARD_OWNER }, things: [...things] }
  })

  // The browser drops the id, and no later act has it.
  route(router, deps, postObjectMyData, async (context) => {
    const { visitor } = await knownVisitor(deps, context)
    const request = { kind: 'objection', ...requestOf(visitor) } as const
    const requestId = derivedId(`objection ${request.about}`)
    const command = { type: 'ReceiveAnswered', request, answered: DONE } as const
    await handleRequest(deps, requestId, command, actorOf(visitor))
    return { message: OBJECTED }
  })

  // The reaction erasureRequestReaction records its request from the event.
  route(router, deps, deleteMyData, async (context) => {
    const { visitor } = await knownVisitor(deps, context)
    // First: after a crash the visitor still exists, and the same press completes it.
    const ids = (await remindersOf(deps, visitor)).map(({ subject }) => subject.slice(SUBSCRIPTION.length))
    await eraseSubscriptions(deps.erasing, ids, actorOf(visitor))
    await eraseVisitor(deps.erasing, visitor, actorOf(visitor))
    await waitUpToNow(deps, context.response, MY_DATA_READS)
    return { message: ERASED }
  })
  return router
}

const actorOf = ({ visitorId }: OneVisitor) => ({ kind: 'visitor', id: visitorId }) as const

const requestOf = ({ profileId, visitorId }: OneVisitor) =>
  ({ channel: 'browser', proof: 'browser', about: visitorSubject(profileId, visitorId), profileId }) as const

/** Does the same for every id, so that neither answer nor time distinguishes an erased visitor from an unknown one. */
async function knownVisitor(deps: Ctx, { params, request, response }: Http): Promise<KnownVisitor> {
  // Also of a closed card: its owner can read what the visitor left.
  const record = await findProfile(deps, params.profileId)
  if (record === undefined) throw new Refusal('profile-not-found')
  const visitorId = visitorIdIn(request)
  if (visitorId === undefined) throw new Refusal('visitor-not-found')
  const visitor = { profileId: record.profile.id, visitorId }
  await waitUpToNow(deps, response, MY_DATA_READS)
  const [words, reminders] = await Promise.all([wordsOf(deps, visitor), remindersOf(deps, visitor)])
  const shown = reminders.slice(0, LIMITS.myRemindersMax)
  const things = [
    ...words.things,
    ...(await keptThings(deps, shown)).map((thing) => reminderInBrowser(thing, deps)),
  ]
  const isBehind = words.isStored && response.hasHeader('Stale')
  if (things.length === 0 && !isBehind) throw new Refusal('visitor-not-found')
  return { record, visitor, things }
}

const VISITS_STAY = 'Quedan en las cifras, sin decir de quién son.'

async function wordsOf(deps: Ctx, { profileId, visitorId }: OneVisitor) {
  const subject = visitorSubject(profileId, visitorId)
  const stored = await deps.subjects.find(subject)
  const { since, lastAt } = stored ?? { since: deps.now(), lastAt: deps.now() }
  const things = await keptThings(deps, [{ subject, kind: 'visitor', since, lastAt }])
  const isStored = stored !== undefined
  return { isStored, things: isStored ? things : things.map((thing) => ({ ...thing, until: VISITS_STAY })) }
}

const SUBSCRIPTION = subscriptionStream('')

/** The newest first. The event of a subscription names the visitor, so that their browser is the proof, as for other data. */
async function remindersOf(deps: Ctx, visitor: OneVisitor): Promise<readonly KeptSubject[]> {
  const recorded = await listOfVisitor(deps, { ...visitor, limit: LIMITS.myRemindersAtOnceMax })
  return recorded.map(({ subscriptionId, subscribedAtMs }) => {
    const at = new Date(subscribedAtMs)
    return { subject: subscriptionStream(subscriptionId), kind: 'subscription', since: at, lastAt: at }
  })
}
