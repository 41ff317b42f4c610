import type { Actor } from '@app/contracts/event-store.ts'
import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Subjects } from '@app/vault/keys/subjects.ts'
import type { RightsLinks } from '@app/vault/mails/rights-links.ts'
import { shred } from '../erasures/shred.ts'
import { handleSubscription } from '../reminders/subscription-command.ts'
import { suppressMailbox } from '../reminders/suppress-reminders.ts'
import { eraseKept, type ErasedKept, type EraseKeptDeps } from './erase-kept.ts'
import { blockedWith, blockSubject, type BlockDeps } from './block-subject.ts'
import { KEPT_AT_ONCE_MAX, keptSubjects } from './kept-subjects.ts'
import { DONE, type GivenAnswer } from './requests.ts'

export interface MailboxActsDeps extends EraseKeptDeps, BlockDeps {
  readonly links: Pick<RightsLinks, 'emailsOf' | 'removeOf'>
  readonly keys: EraseKeptDeps['keys']
  readonly subjects: Subjects
}

/** A request of a mailbox that was received, and is not answered yet. */
export interface AskedByMailbox {
  readonly requestId: string
  readonly mailboxId: string
  /** A subject; the mailbox itself means everything. */
  readonly about: string
  readonly receivedAt: Date
}

export interface Done {
  readonly answer: GivenAnswer
  /** On the screen. */
  readonly message: string
  readonly erased: number
}

const done = (message: string): Done => ({ answer: DONE, message, erased: 0 })

const ERASED = 'Lo borramos. Quedan las cifras, sin decir de quién son.'
const ALL_ERASED =
  'Borramos todo lo que guardábamos de este correo. Quedan las cifras, sin decir de quién son.'
const CLOSING = ' Tu cuenta ya está cerrada: en unos minutos termina de borrarse.'
const LAST_ADMINISTRATOR =
  'Tu cuenta no se borró: eres el último administrador activo. Nombra a otro antes de borrarla.'
const OBJECTED = 'Listo: nadie te escribirá a este correo. Tus datos quedan.'
const BLOCKED = 'Bloqueado: desde ahora nadie lo ve ni lo usa. No está borrado.'
const GONE = 'Ya no lo guardamos: no hay nada que bloquear.'

/** Each is a thousand things. */
const TURNS_MAX = 20

/** Of what was there when it was asked: what the person leaves later stays. */
export async function eraseAsked(
  deps: MailboxActsDeps,
  { mailboxId, about, receivedAt }: AskedByMailbox,
  actor: Actor,
): Promise<Done> {
  const isAll = about === mailboxSubject(mailboxId)
  const handled = new Set<string>()
  let whole: ErasedKept = { erased: 0, isClosing: false, isRefused: false }
  for (let turn = 1; ; turn += 1) {
    // Not what came later: strangers may type an address so often that the newest page has nothing else.
    const kept = await keptSubjects(deps, mailboxId, receivedAt)
    const left = kept.filter(
      ({ subject, since }) => (isAll || subject === about) && since <= receivedAt && !handled.has(subject),
    )
    const { erased, isClosing, isRefused } = await eraseKept(deps, left, actor)
    whole = {
      erased: whole.erased + erased,
      isClosing: whole.isClosing || isClosing,
      isRefused: whole.isRefused || isRefused,
    }
    for (const { subject } of left) handled.add(subject)
    if (kept.length < KEPT_AT_ONCE_MAX || left.length === 0) break
    if (turn === TURNS_MAX) throw new Refusal('unavailable')
  }
  if (isAll && !whole.isRefused) await forgetMailbox(deps, mailboxId, actor)
  return { ...outcomeOf(isAll, whole), erased: whole.erased }
}

function outcomeOf(isAll: boolean, { erased, isClosing, isRefused }: ErasedKept): Omit<Done, 'erased'> {
  if (!isRefused) return { answer: DONE, message: (isAll ? ALL_ERASED : ERASED) + (isClosing ? CLOSING : '') }
  const reason = LAST_ADMINISTRATOR
  if (erased === 0) return { answer: { outcome: 'refused', template: 'refused', reason }, message: reason }
  return { answer: { ...DONE, reason }, message: `Borramos lo demás. ${reason}` }
}

/** Ends what its links opened, with the copies of their mails: without the key nobody knows the address. */
async function forgetMailbox(deps: MailboxActsDeps, mailboxId: string, actor: Actor): Promise<void> {
  await deps.removeMailsTo(await deps.links.emailsOf(mailboxId))
  await deps.links.removeOf(mailboxId)
  await shred(deps, mailboxSubject(mailboxId), actor)
}

const SUBSCRIPTION = subscriptionStream('')
const MAILBOX = mailboxSubject('')

/**
 * The refusal first, of all addresses of the mailbox, as `about` names it: a reminder that is due meanwhile asks for it.
 * Of what stood when it was asked, as an erasure.
 */
export async function objectAsked(
  deps: MailboxActsDeps,
  { mailboxId, about, receivedAt }: AskedByMailbox,
  actor: Actor,
): Promise<Done> {
  await suppressMailbox(deps, about.slice(MAILBOX.length), actor)
  const before = (await keptSubjects(deps, mailboxId)).filter(
    ({ kind, waiting, lastAt }) => kind === 'subscription' && (waiting?.askedAt ?? lastAt) <= receivedAt,
  )
  const ids = before.map(({ subject }) => subject.slice(SUBSCRIPTION.length))
  for (const id of ids) await handleSubscription(deps, id, { type: 'Cancel', by: 'subscriber' }, actor)
  await deps.unconfirmed.cancel(ids)
  return done(OBJECTED)
}

/** What was erased since gets no key: whoever comes back under its id is another person. */
export async function blockAsked(
  deps: MailboxActsDeps,
  { requestId, mailboxId, about, receivedAt }: AskedByMailbox,
  actor: Actor,
): Promise<Done> {
  const kept = await keptSubjects(deps, mailboxId, receivedAt)
  if (!kept.some(({ subject, since }) => subject === about && since <= receivedAt))
    return { answer: { outcome: 'nothing', template: 'nothing' }, message: GONE, erased: 0 }
  for (const subject of await blockedWith(deps, about))
    await blockSubject(deps, { subject, requestId }, actor)
  return done(BLOCKED)
}
