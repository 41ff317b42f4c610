import express, { Router, type Request, type Response } from 'express'
import {
  SUPPRESS_FIELD,
  type ReminderPageContent,
  type ReminderPageState,
} from '@app/contracts/public-page.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { evenFrozen, type StreamReading } from '../kernel/codec.ts'
import { confirmationState, confirmSubscription, type Confirmed } from './confirm-subscription.ts'
import { runLimitedPage } from '../platform/http/limits.ts'
import { sendPage, NOT_KEPT, type Headers } from '../platform/http/send.ts'
import { sayLater } from '../taps/page-routes.ts'
import { readLimited } from '../platform/http/parse-call.ts'
import { handleSubscription } from './subscribe-routes.ts'
import { suppressReminders } from './report-bounce.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import type { SubscribedCycle } from './subscription-state.ts'
import { subscription } from './subscription.ts'
import { load } from '../kernel/commands.ts'
import type { ReminderPurpose, TokenOfCycle } from '../kernel/keys/reminder-tokens.ts'
import type { Ctx } from '../platform/ctx.ts'

const isEarlier = ({ cycle, state }: ReminderLink): boolean => cycle !== state.cycle

const subscriberOf = ({ subscriptionId }: ReminderLink) => ({ kind: 'visitor', id: subscriptionId }) as const

/** State of an unsubscribe link's page before anything is pressed. */
function unsubscribeState(link: ReminderLink): ReminderPageState {
  if (isEarlier(link)) return 'earlier'
  return link.state.status === 'active' ? 'cancel' : 'cancelled'
}

async function unsubscribe(deps: Ctx, link: ReminderLink): Promise<ReminderPageState> {
  if (isEarlier(link)) return 'earlier'
  const { subscriptionId, cycle } = link
  const command = { type: 'Cancel', cycle, by: 'subscriber' } as const
  await handleSubscription(deps, subscriptionId, command, subscriberOf(link))
  return 'cancelled'
}

/** For all profiles, and first: what comes after it may be lost in a crash. */
async function unsubscribeFromAll(deps: Ctx, link: ReminderLink): Promise<ReminderPageState> {
  if (isEarlier(link)) return 'earlier'
  const { state } = await subscriptionOfLink(deps.store, link)
  const email = state.status === 'none' ? undefined : state.email
  if (email !== undefined) await suppressReminders(deps, email, subscriberOf(link))
  await unsubscribe(deps, link)
  return email === undefined ? 'mailbox-unknown' : 'suppressed'
}

function talkedState(link: ReminderLink): ReminderPageState {
  if (isEarlier(link)) return 'earlier'
  const { status } = link.state
  if (status === 'active') return 'talked'
  return status === 'converted' ? 'converted' : 'over'
}

async function sayTalked(deps: Ctx, link: ReminderLink): Promise<ReminderPageState> {
  if (isEarlier(link)) return 'earlier'
  const { subscriptionId, cycle } = link
  const command = { type: 'Convert', cycle, how: 'said' } as const
  const { state } = await handleSubscription(deps, subscriptionId, command, subscriberOf(link))
  return state.status === 'converted' ? 'converted' : 'over'
}

/** The address has a token. */
const WITH_TOKEN: Headers = [NOT_KEPT, ['Referrer-Policy', 'no-referrer'], ['X-Robots-Tag', 'noindex']]

type Asked = Request<{ token: string }>
type Answer = (link: ReminderLink, asked: Asked, response: Response) => Promise<ReminderPageState>

/** Mail servers send multipart as well (RFC 8058): any POST is the wish, so that only ours needs to be understood. */
const FORM = {
  // Bytes, because a text in an unknown encoding would be refused.
  parser: express.raw({ type: () => true, limit: 1_024 }),
  tooLarge: 'Lo que enviaste es demasiado grande. El máximo es 1 KB.',
}

/** Pages behind the links of mails. Programs that check mails open every link, so no GET changes anything. */
export function reminderLinkRoutes(deps: Ctx): Router {
  const router = Router()
  const serve =
    (purpose: 'unsubscribe' | 'talked', answer: Answer) =>
    async (request: Asked, response: Response): Promise<void> => {
      try {
        const link = await findReminderLink(deps, purpose, request, response)
        const state = await answer(link, request, response)
        send(deps, response, { state, name: await nameOf(deps, link.state.profileId) })
      } catch (error) {
        refuse(deps, response, error)
      }
    }
  router.get(
    '/baja/:token',
    serve('unsubscribe', async (link) => unsubscribeState(link)),
  )
  router.post(
    '/baja/:token',
    serve('unsubscribe', async (link, request, response) =>
      (await hasField(request, response, SUPPRESS_FIELD))
        ? unsubscribeFromAll({ ...deps, store: evenFrozen(deps.store) }, link)
        : unsubscribe(deps, link),
    ),
  )
  router.get(
    '/hablamos/:token',
    serve('talked', async (link) => talkedState(link)),
  )
  router.post(
    '/hablamos/:token',
    serve('talked', async (link, request, response) => {
      await readLimited(request, response, FORM)
      return sayTalked(deps, link)
    }),
  )
  confirmRoutes(router, deps)
  return router
}

function confirmRoutes(router: Router, deps: Ctx): void {
  const confirming = deps
  const serve =
    (decide: typeof confirmSubscription) =>
    async (request: Asked, response: Response): Promise<void> => {
      try {
        const { state, name } = await runLimitedPage(deps, request.params.token, response, async () => {
          const held = deps.wishes.open(request.params.token)
          if (held === undefined) throw new Refusal('profile-not-found')
          if (request.method === 'POST') await readLimited(request, response, FORM)
          const shown = await nameOf(deps, held.wish.profileId)
          return { name: shown, state: shown === undefined ? 'over' : await decide(confirming, held) }
        })
        send(deps, response, { state: CONFIRM_STATES[state], name: state === 'over' ? undefined : name })
      } catch (error) {
        refuse(deps, response, error)
      }
    }
  router.get('/confirmar/:token', serve(confirmationState))
  router.post('/confirmar/:token', serve(confirmSubscription))
}

const CONFIRM_STATES = {
  asked: 'confirm',
  done: 'confirmed',
  over: 'confirm-over',
} as const satisfies Record<Confirmed, ReminderPageState>

async function hasField(request: Asked, response: Response, name: string): Promise<boolean> {
  const body = await readLimited(request, response, FORM)
  return body instanceof Uint8Array && new URLSearchParams(Buffer.from(body).toString()).has(name)
}

/** The profile's visible name, which may be empty; undefined when the profile is not shown any more. */
async function nameOf({ profiles }: Ctx, profileId: string): Promise<string | undefined> {
  try {
    const { profile } = await profiles.byId(profileId)
    return `${profile.name} ${profile.lastname}`.trim()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function send({ renderer, publicUrl }: Ctx, response: Response, shown: ReminderPageContent): void {
  sendPage(response, renderer.reminder(shown, { publicUrl }), WITH_TOKEN)
}

function refuse(deps: Ctx, response: Response, error: unknown): void {
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'too-many') return sayLater(response, error)
  if (error.code !== 'profile-not-found') throw error
  response.status(404)
  send(deps, response, { state: 'not-found' })
}

/** A link of a mail, and the subscription that it belongs to. */
interface ReminderLink extends TokenOfCycle {
  /** Of the latest cycle, which may be a later one than the link's. */
  readonly state: SubscribedCycle
}

const subscriptionOfLink = (store: StreamReading, { subscriptionId }: Pick<TokenOfCycle, 'subscriptionId'>) =>
  load(store, subscription, subscriptionStream(subscriptionId))

/**
 * Limited like a public page: links that do not exist use up what an address may try.
 * @throws Refusal profile-not-found for a token that was not issued for this, too-many
 */
const findReminderLink = (
  deps: Ctx,
  purpose: ReminderPurpose,
  request: Request<{ token: string }>,
  response: Response,
): Promise<ReminderLink> =>
  runLimitedPage(deps, request.params.token, response, async () => {
    const of = tokenIn(deps, purpose, request)
    const { state } = await subscriptionOfLink(deps.store, of)
    if (state.status === 'none') throw new Refusal('profile-not-found')
    return { ...of, state }
  })

/** @throws Refusal profile-not-found for a token that was not issued for this */
function tokenIn(
  { tokens }: Pick<Ctx, 'tokens'>,
  purpose: ReminderPurpose,
  { params }: Request<{ token: string }>,
): TokenOfCycle {
  const of = tokens.read(purpose, params.token)
  if (of === undefined) throw new Refusal('profile-not-found')
  return of
}
