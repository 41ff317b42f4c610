import { z } from 'zod'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { RegisteredAccount } from '@app/domain/account/account-state.ts'
import { account } from '@app/domain/account.ts'
import { handle, load, type Cause, type Events } from '@app/kernel/commands.ts'
import { mailOfLines, type Recipient } from '@app/mail/mail-layout.ts'
import type { Mail } from '@app/mail/mail-message.ts'
import type { WrittenMail } from '@app/mail/mailer.ts'
import { greetingOf } from '@app/processes/mails/greeting.ts'
import type { ClaimedMail, MailQueue } from '@app/vault/mails/mail-queue.ts'
import type { Addressee } from '@app/vault/mails/mail-quota.ts'
import { newResetToken, readResetToken } from '../http/access/reset-token.ts'

export interface ResetLetterDeps {
  readonly store: Events
  readonly queue: Pick<MailQueue, 'keep' | 'hasRoom'>
  readonly now: () => Date
  readonly newId: () => string
  readonly random: (bytes: number) => Buffer
  readonly publicUrl: string
}

const keptLink = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime().transform((text) => new Date(text)),
})
type Link = z.infer<typeof keptLink>

const MINUTE_MS = 60_000
const LINK_MS = LIMITS.resetMinutes * MINUTE_MS
/** Minimum validity of a link when it is sent. */
const LEFT_MS_MIN = LINK_MS / 2

const ACCOUNT_PREFIX = accountStream('')

export const resetAddressee = (accountId: string): Addressee => ({
  kind: 'password-reset',
  subject: accountStream(accountId),
})

/**
 * The link is made just before the mail is sent, so that it has not expired while the mail server was down. Tries in
 * succession send the same link: the server may have accepted a mail, and its answer was lost.
 */
export const createResetLetters =
  (deps: ResetLetterDeps) =>
  async (waiting: ClaimedMail): Promise<WrittenMail | undefined> => {
    const accountId = waiting.subject.slice(ACCOUNT_PREFIX.length)
    const { state } = await load(deps.store, account, waiting.subject)
    // Never registered, or erased.
    if (state.status !== 'registered' || state.email === '') return undefined
    if (!(await deps.queue.hasRoom(waiting))) return undefined
    const kept = linkToSendAgain(waiting, state, deps.now())
    const id = kept === undefined ? deps.newId() : waiting.id
    const link = kept ?? (await newLink(deps, waiting, { accountId, id }))
    return link && { id, date: new Date(link.expiresAt.getTime() - LINK_MS), mail: mailOf(deps, state, link) }
  }

function mailOf(deps: ResetLetterDeps, { email, name }: RegisteredAccount, { token, expiresAt }: Link) {
  const { publicUrl } = deps
  const minutes = Math.ceil((expiresAt.getTime() - deps.now().getTime()) / MINUTE_MS)
  return resetMail({ to: email, name, link: `${publicUrl}/auth/reset?token=${token}`, minutes, publicUrl })
}

function linkToSendAgain(
  { contents }: ClaimedMail,
  { reset }: RegisteredAccount,
  now: Date,
): Link | undefined {
  if (contents === undefined) return undefined
  const link = keptLink.parse(JSON.parse(contents))
  const leftMs = link.expiresAt.getTime() - now.getTime()
  const isNewest = reset !== undefined && readResetToken(link.token)?.tokenHash === reset.tokenHash
  return isNewest && leftMs >= LEFT_MS_MIN && leftMs <= LINK_MS ? link : undefined
}

/** Undefined when another sender has claimed the mail, or the account was erased. */
async function newLink(
  deps: ResetLetterDeps,
  waiting: ClaimedMail,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<Link | undefined> {
  const { token, tokenHash } = newResetToken(accountId, deps.random)
  const occurredAt = deps.now()
  const expiresAt = new Date(occurredAt.getTime() + LINK_MS)
  const cause: Cause = {
    actor: { kind: 'system', id: 'forgot-password' },
    occurredAt: occurredAt.toISOString(),
    correlationId: deps.newId(),
  }
  // Stored after the event: a link that is sent again must be one that the account accepts.
  const { appended } = await handle(deps.store, account, {
    stream: waiting.subject,
    command: { type: 'RequestPasswordReset', tokenHash, expiresAt: expiresAt.toISOString() },
    cause,
    newId: deps.newId,
  })
  if (appended === undefined) return undefined
  const contents = JSON.stringify({ token, expiresAt })
  return (await deps.queue.keep(waiting, { id, contents })) ? { token, expiresAt } : undefined
}

interface ResetMail extends Recipient {
  readonly name: string
  /** Made of PUBLIC_URL, never of the request's host. */
  readonly link: string
  readonly minutes: number
}

const SUBJECT = 'Crea una contraseña nueva'
const REQUESTED = 'Recibimos una solicitud para cambiar tu contraseña.'
const NOT_YOU = 'Si no fuiste tú, ignora este correo. Tu contraseña sigue igual.'
const BUTTON = 'Crear contraseña'

export function resetMail({ name, link, minutes, ...recipient }: ResetMail): Mail {
  const expiry = `El enlace vence en ${minutes} minutos.`
  return mailOfLines(recipient, {
    subject: SUBJECT,
    preheader: expiry,
    lines: [greetingOf(name), REQUESTED],
    button: { text: BUTTON, link },
    notes: [expiry, NOT_YOU],
  })
}
