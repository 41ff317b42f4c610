import express, { Router } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'
import { fileRoute } from '../platform/http/route.ts'
import { readLimited } from '../platform/http/parse-call.ts'
import { hasBearerSecret } from '../platform/http/access/monitor-access.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { handleSubscription } from './subscribe-routes.ts'
import { postMailReport, suppressionStream } from '@app/contracts/reminders.ts'
import { suppression, type Suppression } from './suppression.ts'
import type { StreamReading } from '../kernel/codec.ts'
import { load, type CommandContext, handleBy } from '../kernel/commands.ts'
import { readDeliveryReport, REPORT_BYTES_MAX } from '../platform/mail/delivery-report.ts'
import type { Ctx } from '../platform/ctx.ts'

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

async function reportBounce(deps: Ctx, raw: Uint8Array): Promise<void> {
  const read = await readDeliveryReport(raw)
  const mail = read && deps.tokens.read('bounce', read.token)
  if (mail === undefined) return
  const { status, isGone } = read!
  const command = { type: 'ReportBounce', cycle: mail.cycle, status, isGone } as const
  const actor = { kind: 'system', id: 'mail-report' } as const
  await handleSubscription(deps, mail.subscriptionId, command, actor)
}

/** From now on no profile's reminders are sent to this mailbox, until it allows them by a link of a mail. */
export const suppressReminders = (
  deps: CommandContext & Pick<Ctx, 'ids'>,
  email: string,
  actor: Actor,
): Promise<void> => suppressMailbox(deps, deps.ids.suppression(email), actor)

export async function suppressMailbox(deps: CommandContext, mailboxId: string, actor: Actor): Promise<void> {
  await handleBy(deps, suppression, {
    stream: suppressionStream(mailboxId),
    command: { type: 'SuppressReminders' },
    actor,
  })
}

export const suppressionOf = async (
  { store, ids }: Pick<Ctx, 'ids'> & { readonly store: StreamReading },
  email: string,
): Promise<Suppression> => (await load(store, suppression, suppressionStream(ids.suppression(email)))).state

export async function allowReminders(
  deps: CommandContext & Pick<Ctx, 'ids'>,
  email: string,
  actor: Actor,
): Promise<void> {
  await handleBy(deps, suppression, {
    stream: suppressionStream(deps.ids.suppression(email)),
    command: { type: 'AllowReminders' },
    actor,
  })
}
