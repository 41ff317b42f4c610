import { hash } from 'node:crypto'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { RegisteredAccount } from './account/account-state.ts'
import { account } from './account.ts'
import { handle, load } from '../kernel/commands.ts'
import { mailOfLines, type Recipient } from '../platform/mail/mail-layout.ts'
import type { Mail } from '../platform/mail/mail-message.ts'
import { causeBy, type CommandContext, type Naming } from '../kernel/command-context.ts'
import { greetingOf } from '../platform/mail/greeting.ts'
import { mailIdOf, type Addressee, type WriteLetter } from '../platform/mail/waiting-mail.ts'
import { newResetToken } from '../platform/http/access/reset-token.ts'

export interface ResetLetterDeps extends CommandContext, Pick<Naming, 'names'> {
  readonly publicUrl: string
}

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
  (deps: ResetLetterDeps): WriteLetter =>
  async ({ subject }) => {
    const { state } = await load(deps.store, account, subject)
    // Never registered, or erased.
    if (state.status !== 'registered' || state.email === '') return undefined
    const expiresAt = endToSendAgain(deps, subject, state) ?? (await newLink(deps, subject))
    if (expiresAt === undefined) return undefined
    const { token, tokenHash } = tokenUntil(deps, subject, expiresAt)
    const { publicUrl, now } = deps
    const mail = resetMail({
      to: state.email,
      name: state.name,
      link: `${publicUrl}/auth/reset?token=${token}`,
      minutes: Math.ceil((Date.parse(expiresAt) - now().getTime()) / MINUTE_MS),
      publicUrl,
    })
    const date = new Date(Date.parse(expiresAt) - LINK_MS)
    return { id: mailIdOf(subject, tokenHash), date, mail }
  }

/** The same for the same end, so that no copy of a link waits with its mail. */
function tokenUntil({ names }: ResetLetterDeps, subject: string, expiresAt: string) {
  const half = (nth: number): string => names.identity('code', `reset ${nth} ${subject} ${expiresAt}`)
  const secret = hash('sha256', half(1) + half(2), 'buffer')
  return newResetToken(subject.slice(ACCOUNT_PREFIX.length), () => secret)
}

function endToSendAgain(
  deps: ResetLetterDeps,
  subject: string,
  { reset }: RegisteredAccount,
): string | undefined {
  if (reset === undefined) return undefined
  const leftMs = Date.parse(reset.expiresAt) - deps.now().getTime()
  const isOurs = tokenUntil(deps, subject, reset.expiresAt).tokenHash === reset.tokenHash
  return isOurs && leftMs >= LEFT_MS_MIN && leftMs <= LINK_MS ? reset.expiresAt : undefined
}

/** Undefined when the account was erased meanwhile. */
async function newLink(deps: ResetLetterDeps, subject: string): Promise<string | undefined> {
  const expiresAt = new Date(deps.now().getTime() + LINK_MS).toISOString()
  const { tokenHash } = tokenUntil(deps, subject, expiresAt)
  const { appended } = await handle(deps.store, account, {
    stream: subject,
    command: { type: 'RequestPasswordReset', tokenHash, expiresAt },
    cause: causeBy(deps, { kind: 'system', id: 'forgot-password' }),
    newId: deps.newId,
  })
  return appended && expiresAt
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
