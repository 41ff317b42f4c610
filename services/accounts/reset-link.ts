import { hash } from 'node:crypto'
import { accountStream } from '@app/contracts/accounts.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { RegisteredAccount, Account } from './account-state.ts'
import { account } from './account.ts'
import { load, type CommandContext, handleBy } from '../kernel/commands.ts'
import { mailOfLines, type Recipient } from '../platform/mail/mail-layout.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { greetingOf } from '../platform/mail/advertising.ts'
import { mailIdOf, type Addressee, type WriteLetter } from '../platform/mail/waiting-mail.ts'
import { newResetToken, readResetToken, type ResetToken } from '../platform/http/access/reset-token.ts'
import type { Router } from 'express'
import { getVerifyResetToken, postForgotPassword, postResetPassword } from '@app/contracts/sign-in.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import { beginSession, userOf } from './session-routes.ts'
import { loadAccount } from './find-account.ts'
import { setPassword, refuseWeak } from './password-change.ts'
import { route } from '../platform/http/route.ts'
import type { Ctx } from '../platform/ctx.ts'

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
  (deps: CommandContext & Pick<Ctx, 'names' | 'publicUrl'>): WriteLetter =>
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
function tokenUntil({ names }: Pick<Ctx, 'names'>, subject: string, expiresAt: string) {
  const half = (nth: number): string => names.identity('code', `reset ${nth} ${subject} ${expiresAt}`)
  const secret = hash('sha256', half(1) + half(2), 'buffer')
  return newResetToken(subject.slice(ACCOUNT_PREFIX.length), () => secret)
}

function endToSendAgain(
  deps: Pick<Ctx, 'names' | 'now'>,
  subject: string,
  { reset }: RegisteredAccount,
): string | undefined {
  if (reset === undefined) return undefined
  const leftMs = Date.parse(reset.expiresAt) - deps.now().getTime()
  const isOurs = tokenUntil(deps, subject, reset.expiresAt).tokenHash === reset.tokenHash
  return isOurs && leftMs >= LEFT_MS_MIN && leftMs <= LINK_MS ? reset.expiresAt : undefined
}

/** Undefined when the account was erased meanwhile. */
async function newLink(
  deps: CommandContext & Pick<Ctx, 'names'>,
  subject: string,
): Promise<string | undefined> {
  const expiresAt = new Date(deps.now().getTime() + LINK_MS).toISOString()
  const { tokenHash } = tokenUntil(deps, subject, expiresAt)
  const { appended } = await handleBy(deps, account, {
    stream: subject,
    command: { type: 'RequestPasswordReset', tokenHash, expiresAt },
    actor: { kind: 'system', id: 'forgot-password' },
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

const SENT = 'Si el correo existe, te enviamos un enlace.'
const GOOD_LINK = 'Enlace válido'
const NO_TOKEN_AT_ALL = 'Token inválido'
const CHANGED = 'Contraseña actualizada'
const CHANGED_BUT_INACTIVE =
  'Contraseña actualizada. Tu cuenta sigue desactivada: escríbenos para reactivarla.'

export function resetRoutes(router: Router, deps: Ctx): void {
  route(router, deps, postForgotPassword, async ({ body, concerns }) => {
    const queue = async (): Promise<void> => {
      const id = await deps.findAccountId(body.email)
      concerns(id)
      await deps.takeAccountMail('resets', body.email)
      await deps.requestMail(resetAddressee(id))
    }
    await Promise.all([queue(), deps.answerTime()])
    return { message: SENT }
  })

  route(router, deps, getVerifyResetToken, async ({ params }) => {
    const token = readResetToken(params.token)
    const invalid = { valid: false, email: null }
    if (token === undefined) return { ...invalid, message: NO_TOKEN_AT_ALL }
    const state = await loadAccount(deps, token.accountId)
    if (!isGood(token, state, deps.now())) return { ...invalid, message: REFUSALS['invalid-token'].detail }
    return { valid: true, email: state.email, message: GOOD_LINK }
  })

  route(router, deps, postResetPassword, async ({ body, wrote, request }) => {
    const token = readResetToken(body.token)
    if (token === undefined) throw new Refusal('invalid-token')
    const { accountId } = token
    const before = await loadAccount(deps, accountId)
    // Before the hash: invalid links must not take slots of people who sign in.
    if (!isGood(token, before, deps.now())) throw new Refusal('invalid-token')
    await refuseWeak(deps, { password: body.new_password, email: before.email, field: 'new_password' })
    const { state, appended } = await setPassword(deps, {
      accountId,
      password: body.new_password,
      commandOf: (credentialId) => resetCommand(token, deps.now(), credentialId),
    })
    if (state.status === 'unknown') throw new Refusal('invalid-token')
    wrote(appended)
    if (!state.isActive) return { message: CHANGED_BUT_INACTIVE }
    const access_token = await beginSession(deps, { id: accountId, state, request })
    return { message: CHANGED, access_token, user: userOf(accountId, state) }
  })
}

const resetCommand = ({ tokenHash }: ResetToken, now: Date, credentialId: string) =>
  ({ type: 'ResetPassword', tokenHash, now: now.toISOString(), credentialId }) as const

/** Asks the account's decider, so that a link shown as valid is valid. */
function isGood(token: ResetToken, state: Account, now: Date): state is RegisteredAccount {
  try {
    account.decide(resetCommand(token, now, 'to come'), state)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
