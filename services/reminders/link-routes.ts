import express, { Router, type Request, type Response } from 'express'
import {
  ALLOW_AGAIN,
  SUPPRESS_FIELD,
  type ReminderPageContent,
  type ReminderPageState,
} from '@app/contracts/public-page.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { evenFrozen } from '../kernel/codec.ts'
import { runLimitedPage } from '../platform/http/limits.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { load } from '../kernel/commands.ts'
import type { Ctx } from '../platform/ctx.ts'
import { readLimited } from '../platform/http/parse-call.ts'
import { sendPage, NOT_KEPT, type Headers } from '../platform/http/send.ts'
import { sayLater } from '../taps/page-routes.ts'
import { allowReminders, suppressionOf, suppressReminders } from './report-bounce.ts'
import { handleSubscription } from './subscribe-routes.ts'
import { subscription, type SubscribedCycle } from './subscription.ts'

/** The link of a mail, as it is shown, or after a press with the fields of its form. @throws Refusal profile-not-found */
type LinkPage = (ctx: Ctx, token: string, pressed?: URLSearchParams) => Promise<ReminderPageContent>

interface CycleLink {
  readonly subscriptionId: string
  readonly cycle: number
  /** The cycle of the link is over, and another one has begun: the link changes nothing of that one. */
  readonly isEarlier: boolean
  readonly state: SubscribedCycle
}
type Decide = (ctx: Ctx, link: CycleLink, pressed?: URLSearchParams) => Promise<ReminderPageState>

const cyclePage =
  (purpose: 'unsubscribe' | 'talked', decide: Decide): LinkPage =>
  async (ctx, token, pressed) => {
    const link = ctx.tokens.read(purpose, token)
    if (link === undefined) throw new Refusal('profile-not-found')
    const { state } = await load(ctx.store, subscription, subscriptionStream(link.subscriptionId))
    if (state.status === 'none') throw new Refusal('profile-not-found')
    const name = await nameOf(ctx, state.profileId)
    const isEarlier = link.cycle !== state.cycle
    return { state: await decide(ctx, { ...link, isEarlier, state }, pressed), name }
  }

const end = (ctx: Ctx, { subscriptionId, cycle }: CycleLink, how: 'Cancel' | 'Convert') =>
  handleSubscription(
    ctx,
    subscriptionId,
    how === 'Cancel' ? { type: how, cycle, by: 'subscriber' } : { type: how, cycle, by: { how: 'said' } },
    { kind: 'visitor', id: subscriptionId },
  )

const unsubscribePage = cyclePage('unsubscribe', async (ctx, link, pressed) => {
  const email = await emailOf(ctx, link)
  const actor = { kind: 'visitor', id: link.subscriptionId } as const
  if (email !== undefined && pressed?.get(SUPPRESS_FIELD) === ALLOW_AGAIN) {
    await allowReminders(ctx, email, actor)
    return 'allowed'
  }
  if (pressed === undefined && email !== undefined && (await suppressionOf(ctx, email)).isSuppressed)
    return 'suppressed'
  if (link.isEarlier) return 'earlier'
  if (pressed === undefined) return link.state.status === 'active' ? 'cancel' : 'cancelled'
  const isOfAll = pressed.has(SUPPRESS_FIELD)
  // First: what comes after it may be lost in a crash.
  if (isOfAll && email !== undefined) await suppressReminders(ctx, email, actor)
  await end(ctx, link, 'Cancel')
  if (!isOfAll) return 'cancelled'
  return email === undefined ? 'mailbox-unknown' : 'suppressed'
})

/** Also of a mailbox that is blocked; undefined once it is erased. */
async function emailOf({ store }: Ctx, { subscriptionId }: CycleLink): Promise<string | undefined> {
  const { state } = await load(evenFrozen(store), subscription, subscriptionStream(subscriptionId))
  return state.status === 'none' ? undefined : state.email
}

const talkedPage = cyclePage('talked', async (ctx, link, pressed) => {
  if (link.isEarlier) return 'earlier'
  if (pressed === undefined && link.state.status === 'active') return 'talked'
  const { state } = pressed === undefined ? link : await end(ctx, link, 'Convert')
  return state.status === 'converted' ? 'converted' : 'over'
})

async function nameOf({ profiles }: Ctx, profileId: string): Promise<string | undefined> {
  try {
    const { profile } = await profiles.byId(profileId)
    return `${profile.name} ${profile.lastname}`.trim()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const PAGES = { baja: unsubscribePage, hablamos: talkedPage }

/** The address has a token. */
const WITH_TOKEN: Headers = [NOT_KEPT, ['Referrer-Policy', 'no-referrer'], ['X-Robots-Tag', 'noindex']]

/** Mail servers send multipart as well (RFC 8058): any POST is the wish, so that only ours needs to be understood. */
const FORM = {
  // Bytes, because a text in an unknown encoding would be refused.
  parser: express.raw({ type: () => true, limit: 1_024 }),
  tooLarge: 'Lo que enviaste es demasiado grande. El máximo es 1 KB.',
}

async function fieldsOf(request: Request<{ token: string }>, response: Response): Promise<URLSearchParams> {
  const body = await readLimited(request, response, FORM)
  return new URLSearchParams(body instanceof Uint8Array ? Buffer.from(body).toString() : '')
}

/** Pages behind the links of mails. Programs that check mails open every link, so no GET changes anything. */
export function reminderLinkRoutes(ctx: Ctx): Router {
  const router = Router()
  const send = (response: Response, shown: ReminderPageContent): void =>
    sendPage(response, ctx.renderer.reminder(shown, { publicUrl: ctx.publicUrl }), WITH_TOKEN)
  for (const [path, page] of Object.entries(PAGES)) {
    const serve = async (request: Request<{ token: string }>, response: Response): Promise<void> => {
      const { token } = request.params
      try {
        // Limited like a public page: links that do not exist use up what an address may try.
        const shown = await runLimitedPage(ctx, token, response, async () =>
          page(ctx, token, request.method === 'POST' ? await fieldsOf(request, response) : undefined),
        )
        send(response, shown)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'too-many') return sayLater(response, error)
        if (error.code !== 'profile-not-found') throw error
        response.status(404)
        send(response, { state: 'not-found' })
      }
    }
    router.route(`/${path}/:token`).get(serve).post(serve)
  }
  return router
}
