import express, { Router } from 'express'
import { postMailReport } from '@app/contracts/api/reminder-calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { REPORT_BYTES_MAX } from '@app/mail/delivery-report.ts'
import { reportBounce, type ReportBounceDeps } from '@app/processes/reminders/report-bounce.ts'
import { hasBearerSecret } from '../http/authentication/bearer-secret.ts'
import { fileRoute, type RouteDeps } from '../http/route.ts'
import { readLimited } from '../http/limited-body.ts'

export interface MailReportDeps extends RouteDeps, Omit<ReportBounceDeps, 'tokens'> {
  readonly reminderTokens: ReportBounceDeps['tokens']
  /** Undefined: nobody may report. */
  readonly mailReportsSecret: string | undefined
}

const MAIL = 'message/rfc822'
const NOT_A_MAIL = `Envía el correo entero como ${MAIL}.`
const BODY = {
  parser: express.raw({ type: MAIL, limit: REPORT_BYTES_MAX }),
  tooLarge: 'El informe es demasiado grande. El máximo es 1 MB.',
}

export function mailReportRoutes(deps: MailReportDeps): Router {
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
