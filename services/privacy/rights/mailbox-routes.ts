import { Router, type Response } from 'express'
import {
  getMailboxData,
  MAILBOX_READS,
  postOpenRightsLink,
  postRightsLink,
  type MailboxData,
} from '@app/contracts/privacy/mailbox.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { suppressionOf } from '../../reminders/report-bounce.ts'
import { keptSubjects, type KeptSubject } from './stored-subjects.ts'
import { DONE, handleRequest } from './requests.ts'
import { requestRightsLink, type OpenedLink } from './rights-links.ts'
import { waitUpToNow } from '../../platform/http/parse-call.ts'
import { route } from '../../platform/http/route.ts'
import { keptThings } from './stored-things.ts'
import { mailboxActRoute, holderOf, openedMailbox, requestOf } from './mailbox-act-route.ts'
import type { Ctx } from '../../platform/ctx.ts'

const SENT = 'Si el correo existe, te enviamos un enlace.'

/** Rights proven by a mailbox, behind a mailed link. Programs that check mails fetch the page, and use nothing up. */
export function mailboxRoutes(deps: Ctx): Router {
  const router = Router()
  route(router, deps, postRightsLink, async ({ body }) => {
    const requested = requestRightsLink(deps, body.email)
    await Promise.all([requested, deps.answerTime()])
    return { message: SENT }
  })
  route(router, deps, postOpenRightsLink, async ({ body }) => {
    const opened = await deps.links.open(body.token, body.mailbox_key)
    if (opened === undefined) throw new Refusal('invalid-token')
    return { email: opened.email, until: opened.until.toISOString() }
  })
  route(router, deps, getMailboxData, async ({ request, response }) => {
    const opened = await openedMailbox(deps, request)
    const data = await deps.heavyReads(opened.mailboxId, response, (db) =>
      readData({ ...deps, db }, opened, response),
    )
    // Once for each link.
    const received = await requestOf(deps, opened, { kind: 'access' })
    const requestId = derivedId(`mailbox access ${opened.linkHash} `)
    const command = { type: 'ReceiveAnswered', request: received, answered: DONE } as const
    await handleRequest(deps, requestId, command, holderOf(opened))
    return data
  })
  mailboxActRoute(router, deps)
  return router
}

/** Strangers may type an address into the form of quotations: those never hide the rest of its data. */
function shownOf(subjects: readonly KeptSubject[]): readonly KeptSubject[] {
  const others = subjects.filter(({ kind }) => kind !== 'quotation')
  const room = Math.max(0, LIMITS.keptThingsMax - others.length)
  const quotations = new Set(subjects.filter(({ kind }) => kind === 'quotation').slice(0, room))
  return subjects
    .filter((one) => one.kind !== 'quotation' || quotations.has(one))
    .slice(0, LIMITS.keptThingsMax)
}

async function readData(
  deps: Ctx,
  { mailboxId, email, until }: OpenedLink,
  response: Response,
): Promise<MailboxData> {
  await waitUpToNow(deps, response, MAILBOX_READS)
  const asOf = deps.now().toISOString()
  const [subjects, { isSuppressed, suppressedAt }] = await Promise.all([
    keptSubjects(deps, mailboxId),
    suppressionOf(deps, email),
  ])
  const shown = shownOf(subjects)
  const things = await keptThings(deps, shown)
  return {
    email,
    until: until.toISOString(),
    as_of: asOf,
    objected_at: isSuppressed ? (suppressedAt ?? null) : null,
    things,
    things_total: subjects.length - (shown.length - things.length),
  }
}
