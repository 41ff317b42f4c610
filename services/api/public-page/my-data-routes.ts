import { Router, type Request, type Response } from 'express'
import {
  deleteMyData,
  getMyData,
  MY_DATA_READS,
  postObjectMyData,
  type MyData,
  type MyReminder,
} from '@app/contracts/api/my-data-calls.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { ifBlocked } from '@app/contracts/fields/blocked.ts'
import { CARD_OWNER, displayName } from '@app/contracts/fields/display-name.ts'
import { maskedEmail } from '@app/contracts/fields/email.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import { ERASED, OBJECTED } from '@app/contracts/privacy/objection.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { evenFrozen } from '@app/kernel/codec.ts'
import { eraseSubscriptions } from '@app/processes/erasures/erase-subscribers.ts'
import { eraseVisitor } from '@app/processes/erasures/erase-visitor.ts'
import { DONE, recordAnswered } from '@app/processes/rights/requests.ts'
import { findProfile, type ProfileRecord } from '@app/projections/profiles/queries.ts'
import { listOfVisitor } from '@app/projections/subscriptions/queries.ts'
import { leftByVisitor, type LeftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'
import { waitUpToNow } from '../http/freshness.ts'
import { route } from '../http/route.ts'
import type { PublicPageDeps } from './public-page-deps.ts'
import { visitorIdIn } from './visitor-request.ts'

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
  readonly left: LeftByVisitor
  readonly reminders: readonly MyReminder[]
}

/** Visitors see their own data; their browser's id for the profile is the proof. */
export function myDataRoutes(deps: PublicPageDeps): Router {
  const router = Router()

  route(router, deps, getMyData, async (context) => {
    const known = await knownVisitor(deps, context)
    const { visitor } = known
    await deps.recordAtOnce({ kind: 'access', ...requestOf(visitor) }, actorOf(visitor))
    return myDataOf(known)
  })

  // The browser drops the id, and no later act has it.
  route(router, deps, postObjectMyData, async (context) => {
    const { visitor } = await knownVisitor(deps, context)
    const request = { kind: 'objection', ...requestOf(visitor) } as const
    const requestId = derivedId(`objection ${request.about}`)
    await recordAnswered(deps, requestId, { request, answered: DONE }, actorOf(visitor))
    return { message: OBJECTED }
  })

  // The reaction erasureRequestReaction records its request from the event.
  route(router, deps, deleteMyData, async (context) => {
    const { visitor } = await knownVisitor(deps, context)
    // First: after a crash the visitor still exists, and the same press completes it.
    await eraseReminders(deps, visitor)
    await eraseVisitor(deps, visitor, actorOf(visitor))
    await waitUpToNow(deps, context.response, MY_DATA_READS)
    return { message: ERASED }
  })
  return router
}

const actorOf = ({ visitorId }: OneVisitor) => ({ kind: 'visitor', id: visitorId }) as const

const requestOf = ({ profileId, visitorId }: OneVisitor) =>
  ({ channel: 'browser', proof: 'browser', about: visitorSubject(profileId, visitorId), profileId }) as const

/** Does the same for every id, so that neither answer nor time distinguishes an erased visitor from an unknown one. */
async function knownVisitor(
  deps: PublicPageDeps,
  { params, request, response }: Http,
): Promise<KnownVisitor> {
  // Also of a closed card: its owner can read what the visitor left.
  const record = await findProfile(deps, params.profileId)
  if (record === undefined) throw new Refusal('profile-not-found')
  const visitorId = visitorIdIn(request)
  if (visitorId === undefined) throw new Refusal('visitor-not-found')
  const visitor = { profileId: record.profile.id, visitorId }
  const { about: subject } = requestOf(visitor)
  await waitUpToNow(deps, response, MY_DATA_READS)
  const [left, keys, reminders] = await Promise.all([
    leftByVisitor(deps, { ...visitor, momentsMax: LIMITS.myMomentsMax, formsMax: LIMITS.myFormsMax }),
    deps.keys.idsOf([subject]),
    remindersOf(deps, visitor),
  ])
  if (reminders.length === 0 && !hasLeft(left, keys.has(subject), response.hasHeader('Stale')))
    throw new Refusal('visitor-not-found')
  return { record, visitor, left, reminders }
}

/** A key without rows: read models are behind, or a browser sent an erased form again, which only makes a key. */
const hasLeft = (left: LeftByVisitor, hasKey: boolean, isStale: boolean): boolean =>
  left.momentsTotal > 0 || (hasKey && (left.formsTotal > 0 || isStale))

const instantOf = (ms: number): string => new Date(ms).toISOString()

function myDataOf({ record: { profile }, left, reminders }: KnownVisitor): MyData {
  const owner = displayName(profile) || CARD_OWNER
  const forms = left.forms.filter(({ fields }) => textOrEmpty(fields.fullName) !== '')
  return {
    profile: { slug: profile.slug, name: owner },
    forms: forms.map(({ at, position, consent, fields }) => ({
      at: instantOf(at),
      full_name: textOrEmpty(fields.fullName),
      phone: textOrEmpty(fields.phone),
      description: textOrEmpty(fields.description),
      position,
      consent: { version: consent, text: findConsentText(consent, isolated(owner)) ?? null },
    })),
    ...ifBlocked(left.isBlocked),
    // Some may be sealed with a key that is gone.
    forms_total: left.formsTotal - (left.forms.length - forms.length),
    name_sent: textOrEmpty(left.named?.visitorName) || null,
    moments: left.moments.map(({ at, ...moment }) => ({ at: instantOf(at), ...moment })),
    moments_total: left.momentsTotal,
    reminders: [...reminders],
  }
}

/** An unconfirmed one is shown as active: a person who only typed the address must not learn of a refusal. */
async function remindersOf(deps: PublicPageDeps, visitor: OneVisitor): Promise<readonly MyReminder[]> {
  const [rows, waiting] = await Promise.all([
    listOfVisitor(deps, { ...visitor, limit: LIMITS.myRemindersMax }),
    deps.unconfirmed.ofVisitor(visitor),
  ])
  const recorded = rows.map(({ email, subscribedAtMs, status }) => ({
    email: email === '' ? '' : maskedEmail(email),
    subscribed_at: instantOf(subscribedAtMs),
    status,
  }))
  const asked = waiting.map(({ wish, askedAt, isCancelled }) => ({
    email: wish === undefined ? '' : maskedEmail(wish.email),
    subscribed_at: askedAt.toISOString(),
    status: isCancelled ? ('cancelled' as const) : ('active' as const),
  }))
  return [...recorded, ...asked]
    .toSorted((a, b) => b.subscribed_at.localeCompare(a.subscribed_at))
    .slice(0, LIMITS.myRemindersMax)
}

/** The event of a subscription names the visitor, so that their browser is the proof, as for other data. */
async function eraseReminders(deps: PublicPageDeps, visitor: OneVisitor): Promise<void> {
  const recorded = await listOfVisitor(deps, { ...visitor, limit: LIMITS.myRemindersAtOnceMax })
  const waiting = await deps.unconfirmed.ofVisitor(visitor)
  const ids = new Set([...recorded, ...waiting].map(({ subscriptionId }) => subscriptionId))
  await eraseSubscriptions({ ...deps, store: evenFrozen(deps.store) }, [...ids], actorOf(visitor))
}
