import { Router } from 'express'
import {
  getMailboxData,
  mailboxKeySchema,
  postMailboxAct,
  postOpenRightsLink,
  postRightsLink,
} from '@app/contracts/privacy/mailbox.ts'
import { blockingStream, mailboxSubject, type RequestKind } from '@app/contracts/privacy/requests.ts'
import { ACTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { blocking } from '../blocking.ts'
import { readStream } from '../../kernel/codec.ts'
import { load } from '../../kernel/commands.ts'
import { counterOf, takeOfMailbox } from '../../platform/http/mailbox-quota.ts'
import { suppressionOf } from '../../reminders/report-bounce.ts'
import { blockedWith, unblockSubject } from './block-subject.ts'
import { finishMailboxRequest, type Done } from './finish-mailbox-request.ts'
import { keptSubjects, thingIdOf, type KeptSubject, profileIdOf } from './stored-subjects.ts'
import { DONE, handleRequest, loadRequest } from './request-commands.ts'
import { requestRightsLink, type OpenedLink } from './rights-links.ts'
import { route } from '../../platform/http/route.ts'
import { readMailbox } from './read-mailbox.ts'
import type { IncomingMessage } from 'node:http'
import type { Actor } from '@app/contracts/event-store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { createConcurrencyLimiter } from '../../platform/concurrency/concurrency-limiter.ts'
import { withFreeAdvisoryLock } from '../../platform/postgres/in-transaction.ts'

const SENT = 'Si el correo existe, te enviamos un enlace.'
const NOTHING = 'No guardamos nada de este correo.'
const BUSY = 'Otro cambio está en curso. Espera un momento.'
const BLOCKED_ALREADY = 'Ya está bloqueado.'
const OF_ANOTHER = 'Lo bloqueó otra persona. Pide en el formulario que lo desbloqueen.'
const UNBLOCKED = 'Desbloqueado: se ve y se usa como antes.'

/** Each holds one of the few connections while it uses others. */
const MAILBOXES_AT_ONCE = 2
const MAILBOXES_WAITING_MAX = 20

/** Undefined while another call does it for the same mailbox. */
type WhileAlone = <Result>(
  mailboxId: string,
  work: () => Promise<Result>,
) => Promise<{ readonly result: Result } | undefined>

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
      readMailbox({ ...deps, db }, opened, response),
    )
    // Once for each link.
    const received = await requestOf(deps, opened, { kind: 'access' })
    const requestId = derivedId(`mailbox access ${opened.linkHash} `)
    const command = { type: 'ReceiveAnswered', request: received, answered: DONE } as const
    await handleRequest(deps, requestId, command, holderOf(opened))
    return data
  })
  const fewAtOnce = createConcurrencyLimiter({ atOnce: MAILBOXES_AT_ONCE, waitingMax: MAILBOXES_WAITING_MAX })
  const whileAlone: WhileAlone = (mailboxId, work) =>
    fewAtOnce(() => withFreeAdvisoryLock(deps.app, `erasing mailbox ${mailboxId}`, work))
  route(router, deps, postMailboxAct, async ({ body, request, wrote }) => {
    const opened = await openedMailbox(deps, request)
    await takeOfMailbox(deps, counterOf('acts of mailbox', opened.mailboxId), ACTS_OF_MAILBOX)
    const message = await doAct(deps, whileAlone, { opened, body })
    wrote({ position: await deps.store.log.headPosition() })
    return { message }
  })
  return router
}

/** By a header and never by a cookie, so that no other site can act for the person. @throws Refusal invalid-token */
async function openedMailbox(
  { links }: Pick<Ctx, 'links'>,
  { headers }: IncomingMessage,
): Promise<OpenedLink> {
  const key = mailboxKeySchema.safeParse(headers['mailbox-key']).data
  const opened = key === undefined ? undefined : await links.openedBy(key)
  if (opened === undefined) throw new Refusal('invalid-token')
  return opened
}

const holderOf = ({ mailboxId }: OpenedLink): Actor => ({ kind: 'visitor', id: mailboxId })

interface Meant {
  readonly kind: RequestKind
  readonly about?: KeptSubject | undefined
  readonly whole?: string
}

async function requestOf(
  deps: Pick<Ctx, 'store'>,
  { mailboxId }: OpenedLink,
  { kind, about, whole = mailboxSubject(mailboxId) }: Meant,
) {
  const profileId = about && (await profileIdOf(deps, about))
  return {
    kind,
    channel: 'mailbox',
    proof: 'mailbox',
    about: about?.subject ?? whole,
    mailboxId,
    ...(profileId === undefined ? {} : { profileId }),
  } as const
}

interface Pressed {
  readonly opened: OpenedLink
  readonly body: Act
}

type Act = (typeof postMailboxAct)['body']['_output']

/** Each act is a request with its answer. An erased thing is an unknown one: the same refusal, and nothing appended. */
async function doAct(deps: Ctx, whileAlone: WhileAlone, { opened, body }: Pressed): Promise<string> {
  if (body.act === 'object') return object(deps, opened)
  if (body.act === 'unblock') return unblock(deps, opened, body.id)
  // Nothing is blocked that is erased meanwhile: that would write under a new key. A second press of an
  // erasure would list what is left of the first, as another request.
  const done = await whileAlone(opened.mailboxId, () =>
    body.act === 'block' ? block(deps, opened, body.id) : erase(deps, opened, body.id),
  )
  if (done === undefined) throw new Refusal('conflict', BUSY)
  return done.result
}

/** @throws Refusal not-found, for what is another's as for what there is not */
async function thingOf(deps: Ctx, { mailboxId }: OpenedLink, id: string): Promise<KeptSubject> {
  const one = (await keptSubjects(deps, mailboxId)).find(({ subject }) => thingIdOf(subject) === id)
  if (one === undefined) throw new Refusal('not-found')
  return one
}

interface Asked {
  readonly request: Awaited<ReturnType<typeof requestOf>>
  readonly requestId: string
}

/** Received first, so that a reaction finishes it after a crash. */
async function finish(deps: Ctx, opened: OpenedLink, { requestId, request }: Asked): Promise<Done> {
  const actor = holderOf(opened)
  await handleRequest(deps, requestId, { type: 'Receive', request }, actor)
  return finishMailboxRequest({ ...deps.erasing, eraseOwn: deps.eraseOwn }, requestId, actor)
}

async function object(deps: Ctx, opened: OpenedLink): Promise<string> {
  const { store, ids } = deps
  const { isSuppressed, cycle } = await suppressionOf({ store, ids }, opened.email)
  const nth = isSuppressed ? cycle : cycle + 1
  const requestId = derivedId(`mailbox objection ${opened.mailboxId} ${nth} ${opened.linkHash}`)
  // Reminders are refused for all addresses of a mailbox.
  const whole = mailboxSubject(ids.suppression(opened.email))
  const request = await requestOf(deps, opened, { kind: 'objection', whole })
  return (await finish(deps, opened, { requestId, request })).message
}

async function block(deps: Ctx, opened: OpenedLink, id: string): Promise<string> {
  const about = await thingOf(deps, opened, id)
  const { subject } = about
  if ((await deps.subjects.frozen([subject])).size > 0) return BLOCKED_ALREADY
  const { expected: before } = await load(deps.store, blocking, blockingStream(subject))
  const requestId = derivedId(`mailbox blocking ${subject} ${before}`)
  const request = await requestOf(deps, opened, { kind: 'blocking', about })
  return (await finish(deps, opened, { requestId, request })).message
}

async function unblock(deps: Ctx, opened: OpenedLink, id: string): Promise<string> {
  const { subject } = await thingOf(deps, opened, id)
  const stream = blockingStream(subject)
  const [last] = await readStream(deps.store, stream, { direction: 'backward', limit: 1 })
  const requestId = last?.data.requestId
  if (typeof requestId !== 'string') return UNBLOCKED
  const setBy = await loadRequest(deps, requestId)
  if (setBy.status === 'unknown' || setBy.received.mailboxId !== opened.mailboxId)
    throw new Refusal('conflict', OF_ANOTHER)
  for (const one of await blockedWith(deps, subject))
    await unblockSubject(deps.erasing, { subject: one, requestId }, holderOf(opened))
  return UNBLOCKED
}

async function erase(deps: Ctx, opened: OpenedLink, id: string | undefined): Promise<string> {
  const about = id === undefined ? undefined : await thingOf(deps, opened, id)
  const meant = about === undefined ? await keptSubjects(deps, opened.mailboxId) : [about]
  const request = await requestOf(deps, opened, { kind: 'erasure', about })
  const subjects = meant.map(({ subject }) => subject)
  const requestId = await erasureId(deps, opened, { isAll: about === undefined, subjects })
  if (meant.length === 0) {
    const answered = { outcome: 'nothing', template: 'nothing' } as const
    await handleRequest(deps, requestId, { type: 'ReceiveAnswered', request, answered }, holderOf(opened))
    return NOTHING
  }
  const { answer, message } = await finish(deps, opened, { requestId, request })
  if (answer.outcome === 'refused') throw new Refusal('conflict', message)
  return message
}

/** The same for the same keys: a repetition is no other request, and what was left again afterwards is. */
async function erasureId(
  { keys }: Ctx,
  { linkHash }: OpenedLink,
  { isAll, subjects }: { readonly isAll: boolean; readonly subjects: readonly string[] },
): Promise<string> {
  const keyIds = await keys.idsOf(subjects)
  const named = subjects.map((subject) => `${subject} ${keyIds.get(subject) ?? ''}`).toSorted()
  return derivedId(`mailbox erasure ${linkHash} ${isAll} ${named.join(' ')}`)
}
