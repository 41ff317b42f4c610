import { Router, type Response } from 'express'
import {
  getMailboxData,
  getMailboxFile,
  MAILBOX_READS,
  postCloseMailbox,
  postOpenRightsLink,
  postRightsLink,
  type MailboxData,
} from '@app/contracts/api/rights/mailbox-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { suppressionOf } from '@app/processes/reminders/suppress-reminders.ts'
import { keptSubjects } from '@app/processes/rights/kept-subjects.ts'
import { requestRightsLink } from '@app/processes/rights/request-rights-link.ts'
import { DONE, recordAnswered } from '@app/processes/rights/requests.ts'
import type { OpenedLink } from '@app/vault/mails/rights-links.ts'
import { fileRoute, route, type CallContextOf } from '../../http/route.ts'
import { requestOf } from './asked-by-mailbox.ts'
import { createCardOwners } from './card-owners.ts'
import { keptThings, type ReadingDeps } from './kept-things.ts'
import { mailboxActRoutes } from './mailbox-act-routes.ts'
import { holderOf, mailboxKeyIn, openedMailbox } from './opened-mailbox.ts'
import type { MailboxDeps } from './mailbox-deps.ts'

const SENT = 'Si el correo existe, te enviamos un enlace.'
const CLOSED = 'Cerraste tus datos en esta pestaña.'

/** What a mailbox proves, behind a mailed link. Programs that check mails fetch the page, and use nothing up. */
export function mailboxRoutes(deps: MailboxDeps): Router {
  const router = Router()
  const reading = { ...deps, cardOwners: createCardOwners(deps.store) }
  route(router, deps, postRightsLink, async ({ body }) => {
    const requested = requestRightsLink({ ...deps, ids: deps.subscriptionIds }, body.email)
    await Promise.all([requested, deps.answerTime()])
    return { message: SENT }
  })
  route(router, deps, postOpenRightsLink, async ({ body }) => {
    const opened = await deps.links.open(body.token, body.mailbox_key)
    if (opened === undefined) throw new Refusal('invalid-token')
    await recordRead(deps, opened, 'access')
    return { email: opened.email, until: opened.until.toISOString() }
  })
  route(router, deps, getMailboxData, async ({ request, response }) =>
    dataOf(reading, await openedMailbox(deps.links, request), response),
  )
  fileRoute(router, deps, getMailboxFile, (context) => sendFile(reading, context))
  route(router, deps, postCloseMailbox, async ({ request }) => {
    await openedMailbox(deps.links, request)
    await deps.links.close(mailboxKeyIn(request))
    return { message: CLOSED }
  })
  mailboxActRoutes(router, deps)
  return router
}

async function dataOf(reading: ReadingDeps, opened: OpenedLink, response: Response): Promise<MailboxData> {
  return reading.heavyReads.run(opened.mailboxId, response, (db) =>
    readData({ ...reading, db }, opened, response),
  )
}

async function readData(
  deps: ReadingDeps,
  { mailboxId, email, until }: OpenedLink,
  response: Response,
): Promise<MailboxData> {
  await deps.writes.holding(response, MAILBOX_READS, await deps.store.log.headPosition())
  const asOf = deps.now().toISOString()
  const [kept, { isSuppressed, suppressedAt }] = await Promise.all([
    keptSubjects(deps, mailboxId),
    suppressionOf({ store: deps.store, ids: deps.subscriptionIds }, email),
  ])
  const { things, total } = await keptThings(deps, mailboxId, kept)
  return {
    email,
    until: until.toISOString(),
    as_of: asOf,
    objected_at: isSuppressed ? (suppressedAt ?? null) : null,
    things,
    things_total: total,
  }
}

async function sendFile(
  deps: ReadingDeps,
  { request, response }: CallContextOf<typeof getMailboxFile>,
): Promise<void> {
  const opened = await openedMailbox(deps.links, request)
  const data = await dataOf(deps, opened, response)
  await recordRead(deps, opened, 'portability')
  response.attachment(`mis-datos_${dayInSantiago(deps.now().getTime())}.json`)
  response.type('application/json').send(`${JSON.stringify(data, undefined, 2)}\n`)
}

/** Once for each link. */
async function recordRead(
  deps: MailboxDeps,
  opened: OpenedLink,
  kind: 'access' | 'portability',
): Promise<void> {
  const request = await requestOf(deps, { opened, kind, about: undefined })
  const requestId = derivedId(`mailbox ${kind} ${opened.linkHash} `)
  await recordAnswered(deps, requestId, { request, answered: DONE }, holderOf(opened))
}
