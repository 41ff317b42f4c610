import { Router } from 'express'
import { ZONE } from '@app/contracts/calendar.ts'
import { postSubscribe, subscriptionStream } from '@app/contracts/reminders.ts'
import { likelyEmail } from '@app/contracts/fields/email.ts'
import { SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { reminderDueMs, type ReminderTime } from './plan.ts'
import { route } from '../platform/http/route.ts'
import { wantsNoId } from '../taps/visitor-request.ts'
import { counterOf, takeOfMailbox } from '../platform/http/mailbox-quota.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { SUBSCRIPTIONS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { nextReminder, subscription, type SubscriptionCommand, type Wish } from './subscription.ts'
import { readStream } from '../kernel/codec.ts'
import { load, type Events, type CommandContext, handleBy } from '../kernel/commands.ts'

const ACTIVE = 'Ya tienes un recordatorio activo para este perfil.'

const DAY = { weekday: 'long', day: 'numeric', month: 'long', timeZone: ZONE } as const
const dayNamed = new Intl.DateTimeFormat('es-CL', DAY)

export function doneAt(nowMs: number, first: ReminderTime): string {
  const days = first.days === 1 ? '1 día' : `${first.days} días`
  const day = dayNamed.format(reminderDueMs(nowMs, first)).replace(',', '')
  return `Listo. Te escribiremos en ${days}. Será el ${day}.`
}

export function subscribeRoutes(deps: Ctx): Router {
  const router = Router()
  route(router, deps, postSubscribe, async ({ body, request, idOf }) => {
    const likely = body.as_typed === true ? undefined : likelyEmail(body.email)
    if (likely !== undefined)
      throw new Refusal('invalid', `¿Quisiste decir ${likely}? Si no, envíalo otra vez.`, { field: 'email' })
    const { profile } = await deps.profiles.byId(body.profile_id)
    const { email, visitor_id, visit_id, source } = body
    const visitorId = wantsNoId(request) ? undefined : visitor_id?.toLowerCase()
    const wish = {
      profileId: profile.id,
      email,
      consent: SUBSCRIBE_CONSENT,
      ...(visitorId === undefined ? {} : { visitorId }),
      ...(visit_id === undefined ? {} : { visitId: visit_id.toLowerCase() }),
      ...(source === undefined ? {} : { source }),
    }
    const isNew = await subscribe(deps, wish, idOf(`subscription of ${email}`))
    return { message: isNew ? doneAt(deps.now().getTime(), deps.times.first) : ACTIVE }
  })
  return router
}

const TOO_OFTEN = `Este correo ya pidió ${SUBSCRIPTIONS_OF_MAILBOX.max} recordatorios en un día. Inténtalo de nuevo mañana.`

/**
 * A mailbox that refused all gets a cycle too: strangers do not learn it.
 * @param eventId the same in each attempt of one call @returns whether this call began it
 */
async function subscribe(deps: Ctx, wish: Wish, eventId: string): Promise<boolean> {
  const { store, ids, counters } = deps
  const subscriptionId = ids.subscription(wish.profileId, wish.email)
  const stream = subscriptionStream(subscriptionId)
  const { state } = await load(store, subscription, stream)
  const hasBegun = await beganBy(store, stream, eventId)
  // A cycle that an earlier attempt of this call began may have been erased since: it does not begin again.
  if (nextReminder(state) !== undefined || hasBegun) return hasBegun
  const counter = counterOf('subscriptions of mailbox', ids.suppression(wish.email))
  const windowEnd = await takeOfMailbox(deps, counter, SUBSCRIPTIONS_OF_MAILBOX, TOO_OFTEN)
  const asOneEvent = { ...deps, newId: () => eventId }
  const actor = { kind: 'visitor', id: wish.visitorId ?? eventId } as const
  const { appended } = await handleSubscription(
    asOneEvent,
    subscriptionId,
    { type: 'Subscribe', wish },
    actor,
  )
  if (appended !== undefined) return true
  await counters.refund(counter, windowEnd)
  return beganBy(store, stream, eventId)
}

const NEWEST_EVENTS = 20

async function beganBy(store: Events, stream: string, eventId: string): Promise<boolean> {
  const newest = await readStream(store, stream, { direction: 'backward', limit: NEWEST_EVENTS })
  return newest.some(({ id }) => id === eventId)
}

export const handleSubscription = (
  deps: CommandContext,
  subscriptionId: string,
  command: SubscriptionCommand,
  actor: Actor,
) => handleBy(deps, subscription, { stream: subscriptionStream(subscriptionId), command, actor })
