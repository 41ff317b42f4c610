import type { Request, Router } from 'express'
import {
  postBlockKept,
  postEraseKept,
  postObjectMailbox,
  postUnblockKept,
} from '@app/contracts/api/rights/mailbox-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { blockingStream, mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { blocking } from '@app/domain/blocking.ts'
import { readStream } from '@app/kernel/codec.ts'
import { load } from '@app/kernel/commands.ts'
import { suppressionOf } from '@app/processes/reminders/suppress-reminders.ts'
import type { KeptSubject } from '@app/processes/rights/kept-subjects.ts'
import { blockedWith, unblockSubject } from '@app/processes/rights/block-subject.ts'
import type { Done } from '@app/processes/rights/mailbox-acts.ts'
import { loadRequest, recordAnswered } from '@app/processes/rights/requests.ts'
import type { OpenedLink } from '@app/vault/mails/rights-links.ts'
import { route } from '../../http/route.ts'
import { allOf, found, oneKept, received, requestOf } from './asked-by-mailbox.ts'
import { holderOf, openedMailbox } from './opened-mailbox.ts'
import type { MailboxDeps } from './mailbox-deps.ts'

const NOTHING = 'No guardamos nada de este correo.'
const BUSY = 'Otro cambio está en curso. Espera un momento.'
const BLOCKED_ALREADY = 'Ya está bloqueado.'
const OF_ANOTHER = 'Lo bloqueó otra persona. Pide en el formulario que lo desbloqueen.'
const UNBLOCKED = 'Desbloqueado: se ve y se usa como antes.'

/** Each act is a request with its answer. An erased thing is an unknown one: the same refusal, and nothing appended. */
export function mailboxActRoutes(router: Router, deps: MailboxDeps): void {
  route(router, deps, postEraseKept, async ({ body, request, wrote }) => {
    const { answer, message, erased } = await alone(deps, request, () => erase(deps, request, body.id))
    if (answer.outcome === 'refused') throw new Refusal('conflict', message)
    wrote({ position: await deps.store.log.headPosition() })
    return { erased, message }
  })

  route(router, deps, postObjectMailbox, async ({ request, wrote }) => {
    const opened = await openedMailbox(deps.links, request)
    const { store, subscriptionIds: ids } = deps
    const { isSuppressed, cycle } = await suppressionOf({ store, ids }, opened.email)
    const nth = isSuppressed ? cycle : cycle + 1
    const requestId = derivedId(`mailbox objection ${opened.mailboxId} ${nth} ${opened.linkHash}`)
    // Reminders are refused for all addresses of a mailbox.
    const whole = mailboxSubject(ids.suppression(opened.email))
    const { message } = await received(deps, {
      opened,
      kind: 'objection',
      about: undefined,
      whole,
      requestId,
    })
    wrote({ position: await deps.store.log.headPosition() })
    return { message }
  })
  blockingRoutes(router, deps)
}

function blockingRoutes(router: Router, deps: MailboxDeps): void {
  route(router, deps, postBlockKept, async ({ params, request, wrote }) => {
    const message = await alone(deps, request, async () => {
      const { opened, one } = await oneKept(deps, request, params.id)
      if ((await deps.subjects.frozen([one.subject])).size > 0) return BLOCKED_ALREADY
      const { expected: before } = await load(deps.store, blocking, blockingStream(one.subject))
      const requestId = derivedId(`mailbox blocking ${one.subject} ${before}`)
      return (await received(deps, { opened, kind: 'blocking', about: one, requestId })).message
    })
    wrote({ position: await deps.store.log.headPosition() })
    return { message }
  })

  // The end of a block is no request of its own.
  route(router, deps, postUnblockKept, async ({ params, request, wrote }) => {
    const { opened, one } = await oneKept(deps, request, params.id)
    const stream = blockingStream(one.subject)
    const [last] = await readStream(deps.store, stream, { direction: 'backward', limit: 1 })
    const requestId = last?.data.requestId
    if (typeof requestId === 'string') {
      const setBy = await loadRequest(deps, requestId)
      if (setBy.status === 'unknown' || setBy.received.mailboxId !== opened.mailboxId)
        throw new Refusal('conflict', OF_ANOTHER)
      for (const subject of await blockedWith(deps, one.subject))
        await unblockSubject(deps.acts, { subject, requestId }, holderOf(opened))
    }
    wrote({ position: await deps.store.log.headPosition() })
    return { message: UNBLOCKED }
  })
}

/**
 * Nothing is blocked that is erased meanwhile: that would write under a new key. A second press of an
 * erasure would list what is left of the first, as another request.
 */
async function alone<Result>(
  deps: MailboxDeps,
  request: Request,
  work: () => Promise<Result>,
): Promise<Result> {
  const { mailboxId } = await openedMailbox(deps.links, request)
  const done = await deps.whileAlone(mailboxId, work)
  if (done === undefined) throw new Refusal('conflict', BUSY)
  return done.result
}

const ACCOUNT = accountStream('')

/** @param id undefined: everything */
async function erase(deps: MailboxDeps, request: Request, id: string | undefined): Promise<Done> {
  const { opened, kept } = await allOf(deps, request)
  const meant = id === undefined ? kept : [await found(deps, kept, id)]
  if (meant.length === 0) return nothingErased(deps, opened)
  const requestId = await erasureId(deps, opened, { meant, isAll: id === undefined })
  const about = id === undefined ? undefined : meant[0]
  const done = await received(deps, { opened, kind: 'erasure', about, requestId })
  for (const { kind, subject } of meant)
    if (kind === 'account') deps.accessControl.outdate(subject.slice(ACCOUNT.length))
  return done
}

/** The same for the same keys: a repetition is no other request, and what was left again afterwards is. */
async function erasureId(
  { keys }: MailboxDeps,
  { linkHash }: OpenedLink,
  { meant, isAll }: { readonly meant: readonly KeptSubject[]; readonly isAll: boolean },
): Promise<string> {
  const subjects = meant.map(({ subject }) => subject)
  const keyIds = await keys.idsOf(subjects)
  const named = subjects.map((subject) => `${subject} ${keyIds.get(subject) ?? ''}`).toSorted()
  return derivedId(`mailbox erasure ${linkHash} ${isAll} ${named.join(' ')}`)
}

async function nothingErased(deps: MailboxDeps, opened: OpenedLink): Promise<Done> {
  const request = await requestOf(deps, { opened, kind: 'erasure', about: undefined })
  const answered = { outcome: 'nothing', template: 'nothing' } as const
  const requestId = derivedId(`mailbox erasure ${opened.linkHash}`)
  await recordAnswered(deps, requestId, { request, answered }, holderOf(opened))
  return { answer: answered, message: NOTHING, erased: 0 }
}
