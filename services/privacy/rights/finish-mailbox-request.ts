import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { mailboxSubject, requestStream } from '@app/contracts/privacy/requests.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { eraseSubscriptions } from '../erasures/erase-profile.ts'
import { shredUntilGone } from '../erasures/erase-visitor.ts'
import { shred, type ErasingOwn } from '../erasures/shred.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import { handleSubscription } from '../../reminders/subscribe-routes.ts'
import { suppressMailbox } from '../../reminders/report-bounce.ts'
import { blockedWith, blockSubject } from './block-subject.ts'
import { keptSubjects, type KeptSubject } from './stored-subjects.ts'
import { answerOnce, DONE, loadRequest, type GivenAnswer, type ReceivedRequest } from './request-commands.ts'

interface OpenRequest {
  readonly requestId: string
  readonly mailboxId: string
  readonly about: string
  readonly receivedAt: Date
}

export interface Done {
  readonly answer: GivenAnswer
  readonly message: string
}

const ERASED = 'Lo borramos. Quedan las cifras, sin decir de quién son.'
const ALL_ERASED =
  'Borramos todo lo que guardábamos de este correo. Quedan las cifras, sin decir de quién son.'
const CLOSING = ' Tu cuenta ya está cerrada: en unos minutos termina de borrarse.'
const LAST_ADMINISTRATOR =
  'Tu cuenta no se borró: eres el último administrador activo. Nombra a otro antes de borrarla.'
const OBJECTED = 'Listo: nadie te escribirá a este correo. Tus datos quedan.'
const BLOCKED = 'Bloqueado: desde ahora nadie lo ve ni lo usa. No está borrado.'
const GONE = 'Ya no lo guardamos: no hay nada que bloquear.'

/** Carries out a request, also again, and answers once. @throws Refusal not-found */
export async function finishMailboxRequest(deps: ErasingOwn, requestId: string, actor: Actor): Promise<Done> {
  const request = await loadRequest(deps, requestId)
  if (request.status === 'unknown') throw new Refusal('not-found')
  const { kind, mailboxId = '', about = '' } = request.received
  const open = { requestId, mailboxId, about, receivedAt: new Date(request.receivedAt) }
  const finished = await actFor(kind)(deps, open, actor)
  await answerOnce(deps, requestId, finished.answer, actor)
  return finished
}

function actFor(kind: ReceivedRequest['kind']) {
  if (kind === 'erasure') return eraseAsked
  if (kind === 'objection') return objectAsked
  if (kind === 'blocking') return blockAsked
  // The answer of a reading is in the append of the request; a correction comes by the form.
  throw new Error(`a mailbox cannot ask for ${kind}`)
}

/** Each is a thousand things. */
const TURNS_MAX = 20
const [SUBSCRIPTION, ACCOUNT, MAILBOX] = [subscriptionStream(''), accountStream(''), mailboxSubject('')]

/** Erases what was there at the request: later words stay. Accounts come last, because each takes seconds. */
async function eraseAsked(
  deps: ErasingOwn,
  { mailboxId, about, receivedAt }: OpenRequest,
  actor: Actor,
): Promise<Done> {
  const isAll = about === mailboxSubject(mailboxId)
  const keptOf = async (isMeant: (one: KeptSubject) => boolean) =>
    (await keptSubjects(deps, mailboxId, receivedAt)).filter(
      (one) => (isAll || one.subject === about) && isMeant(one),
    )
  const keptOthers = () => keptOf(({ kind }) => kind !== 'account')
  let others = await keptOthers()
  const hadOthers = others.length > 0
  for (let turn = 1; others.length > 0; turn += 1) {
    if (turn > TURNS_MAX) throw new Refusal('unavailable')
    await eraseOthers(deps, others, actor)
    others = await keptOthers()
  }
  const outcomes: AccountOutcome[] = []
  for (const { subject } of await keptOf(({ kind }) => kind === 'account'))
    outcomes.push(await eraseAccount(deps, subject.slice(ACCOUNT.length), actor))
  const isRefused = outcomes.includes('refused')
  if (isAll && !isRefused) await forgetMailbox(deps, mailboxId, actor)
  // Also where a process that died has erased the rest.
  await deps.removeMails()
  if (isRefused) return refusedOf(hadOthers || outcomes.length > 1)
  const closing = outcomes.includes('closing') ? CLOSING : ''
  return { answer: DONE, message: (isAll ? ALL_ERASED : ERASED) + closing }
}

/** May be repeated after a crash. */
async function eraseOthers(deps: ErasingOwn, subjects: readonly KeptSubject[], actor: Actor): Promise<void> {
  const [subscriptions, others] = [[] as string[], [] as string[]]
  for (const { kind, subject } of subjects)
    if (kind === 'subscription') subscriptions.push(subject.slice(SUBSCRIPTION.length))
    else others.push(subject)
  await eraseSubscriptions(deps, subscriptions, actor)
  for (const subject of others) await shredUntilGone(deps, subject, actor)
}

type AccountOutcome = 'erased' | 'closing' | 'refused'

async function eraseAccount(
  { eraseOwn }: ErasingOwn,
  accountId: string,
  actor: Actor,
): Promise<AccountOutcome> {
  try {
    return (await eraseOwn(accountId, actor)) ? 'erased' : 'closing'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'last-administrator') return 'refused'
    if (error.code === 'not-found') return 'erased'
    throw error
  }
}

/** The account of the last administrator stays. */
function refusedOf(isRestErased: boolean): Done {
  const reason = LAST_ADMINISTRATOR
  return isRestErased
    ? { answer: { ...DONE, reason }, message: `Borramos lo demás. ${reason}` }
    : { answer: { outcome: 'refused', template: 'refused', reason }, message: reason }
}

/** Ends what its links opened. */
async function forgetMailbox(deps: ErasingOwn, mailboxId: string, actor: Actor): Promise<void> {
  await deps.links.removeOf(mailboxId)
  await shred(deps, mailboxSubject(mailboxId), actor)
}

/** Refuses first, because a due reminder asks for it. Concerns only subscriptions made before the request. */
async function objectAsked(
  deps: ErasingOwn,
  { mailboxId, about, receivedAt }: OpenRequest,
  actor: Actor,
): Promise<Done> {
  await suppressMailbox(deps, about.slice(MAILBOX.length), actor)
  const before = (await keptSubjects(deps, mailboxId)).filter(
    ({ kind, lastAt }) => kind === 'subscription' && lastAt <= receivedAt,
  )
  const ids = before.map(({ subject }) => subject.slice(SUBSCRIPTION.length))
  for (const id of ids) await handleSubscription(deps, id, { type: 'Cancel', by: 'subscriber' }, actor)
  return { answer: DONE, message: OBJECTED }
}

/** Subjects erased since then get no key: a person who returns under the same id is another one. */
async function blockAsked(
  deps: ErasingOwn,
  { requestId, mailboxId, about, receivedAt }: OpenRequest,
  actor: Actor,
): Promise<Done> {
  const subjects = await keptSubjects(deps, mailboxId, receivedAt)
  if (!subjects.some(({ subject }) => subject === about))
    return { answer: { outcome: 'nothing', template: 'nothing' }, message: GONE }
  for (const subject of await blockedWith(deps, about))
    await blockSubject(deps, { subject, requestId }, actor)
  return { answer: DONE, message: BLOCKED }
}

/** The process that got the call may be erasing an account for as long. */
const CALL_MS_MAX = 25_000
const REQUEST = requestStream('')

/** Completes what a process left half done that got the call and died. */
export const mailboxRequestReaction = (deps: ErasingOwn): Reaction => ({
  name: 'mailbox-request',
  types: ['RequestReceived'],
  isNeverSkipped: true,
  react: async (_context, { stream, meta, data }) => {
    // A correction of former programs, and a command that named no mailbox, are left to an administrator.
    const isOfMailbox = data.channel === 'mailbox' || data.channel === 'command'
    if (!isOfMailbox || data.mailboxId === undefined || data.kind === 'correction') return
    const requestId = stream.slice(REQUEST.length)
    if ((await loadRequest(deps, requestId)).status !== 'open') return
    const leftMs = CALL_MS_MAX - (deps.now().getTime() - Date.parse(meta.occurredAt))
    if (leftMs > 0) await deps.pause(Math.min(CALL_MS_MAX, leftMs))
    if ((await loadRequest(deps, requestId)).status !== 'open') return
    await finishMailboxRequest(deps, requestId, meta.actor)
  },
})
