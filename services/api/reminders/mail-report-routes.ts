import express, { Router } from 'express'
import { postMailReport } from '@app/contracts/api/reminder-calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { REPORT_BYTES_MAX } from '@app/mail/delivery-report.ts'
import { reportBounce } from '@app/processes/reminders/report-bounce.ts'
import { hasBearerSecret } from '../http/access/monitor-check.ts'
import { fileRoute } from '../http/route.ts'
import { readLimited } from '../http/limited-body.ts'
import type { ReminderDeps } from './reminder-deps.ts'

const MAIL = 'message/rfc822'
const NOT_A_MAIL = `Envía el correo entero como ${MAIL}.`
const BODY = {
  parser: express.raw({ type: MAIL, limit: REPORT_BYTES_MAX }),
  tooLarge: 'El informe es demasiado grande. El máximo es 1 MB.',
}

export function mailReportRoutes(deps: ReminderDeps): Router {
  const router = Router()
  fileRoute(router, deps, postMailReport, async ({ request, response }) => {
    // Before the body is read. Whether there is a secret stays hidden too.
    if (!hasBearerSecret(request, deps.mailReportsSecret)) throw new Refusal('not-found')
    if (!request.is(MAIL)) throw new Refusal('unsupported-media', NOT_A_MAIL)
    const raw = await readLimited(request, response, BODY)
    if (raw instanceof Uint8Array) await reportBounce({ ...deps, tokens: deps.reminderTokens }, raw)
    response.status(postMailReport.answerStatus ?? 202).end()
  })
  return router
}
