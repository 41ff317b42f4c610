import express, { Router } from 'express'
import { ZONE } from '@app/contracts/calendar.ts'
import { postSubscribe, postMailReport } from '@app/contracts/reminders.ts'
import { likelyEmail } from '@app/contracts/fields/email.ts'
import { SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { reminderDueMs, type ReminderTime } from './reminder-times.ts'
import { subscribe } from './subscribe.ts'
import { REPORT_BYTES_MAX } from '../platform/mail/delivery-report.ts'
import { reportBounce } from './report-bounce.ts'
import { route, type CallContextOf, fileRoute } from '../platform/http/route.ts'
import { wantsNoId } from '../taps/visitor-request.ts'
import { hasBearerSecret } from '../platform/mail-page/own-machine.ts'
import { readLimited } from '../platform/http/parse-call.ts'
import type { Ctx } from '../platform/ctx.ts'

const ACTIVE = 'Ya tienes un recordatorio activo para este perfil.'

const dayNamed = new Intl.DateTimeFormat('es-CL', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: ZONE,
})

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
    const [wish, eventId] = [wishOf({ body, request }, profile.id), idOf(`subscription of ${body.email}`)]
    const subscribed = await subscribe(deps, {
      wish,
      eventId,
      actor: { kind: 'visitor', id: wish.visitorId ?? eventId },
    })
    if (subscribed.kind === 'active') return { message: ACTIVE }
    // Without a Log-Position: only those of mailboxes that did not refuse all would have one.
    return { message: doneAt(deps.now().getTime(), deps.times.first) }
  })
  return router
}

function wishOf(
  { body, request }: Pick<CallContextOf<typeof postSubscribe>, 'body' | 'request'>,
  profileId: string,
) {
  const { email, visitor_id, visit_id, source } = body
  const visitorId = wantsNoId(request) ? undefined : visitor_id?.toLowerCase()
  return {
    profileId,
    email,
    consent: SUBSCRIBE_CONSENT,
    ...(visitorId === undefined ? {} : { visitorId }),
    ...(visit_id === undefined ? {} : { visitId: visit_id.toLowerCase() }),
    ...(source === undefined ? {} : { source }),
  }
}

const MAIL = 'message/rfc822'
const NOT_A_MAIL = `Envía el correo entero como ${MAIL}.`
const BODY = {
  parser: express.raw({ type: MAIL, limit: REPORT_BYTES_MAX }),
  tooLarge: 'El informe es demasiado grande. El máximo es 1 MB.',
}

export function mailReportRoutes(deps: Ctx): Router {
  const router = Router()
  fileRoute(router, deps, postMailReport, async ({ request, response }) => {
    // Before the body is read. Whether there is a secret stays hidden too.
    if (!hasBearerSecret(request, deps.settings.mailReportsSecret)) throw new Refusal('not-found')
    if (!request.is(MAIL)) throw new Refusal('unsupported-media', NOT_A_MAIL)
    const raw = await readLimited(request, response, BODY)
    if (raw instanceof Uint8Array) await reportBounce(deps, raw)
    response.status(postMailReport.answerStatus ?? 202).end()
  })
  return router
}
