import { timingSafeEqual } from 'node:crypto'
import { accountStream } from '@app/contracts/accounts.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { mailedToken } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { RegisteredAccount, Account } from './account-state.ts'
import { account } from './account.ts'
import { load } from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import { mailOfLines, type Recipient } from '../platform/mail/mail-layout.ts'
import { greetingOf } from '../platform/mail/advertising.ts'
import type { Addressee, WriteLetter } from '../platform/mail/waiting-mail.ts'
import type { Router } from 'express'
import { getVerifyResetToken, postForgotPassword, postResetPassword } from '@app/contracts/auth-calls.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import { takeAccountMail } from './change-email.ts'
import { beginSession, userOf } from './login.ts'
import { loadAccount } from './find-account.ts'
import { setPassword } from './password-change.ts'
import { refuseWeak } from './weak-passwords.ts'
import { route } from '../platform/http/route.ts'
import type { Ctx } from '../platform/ctx.ts'

/** A link has the account's id, its end, and a proof of 122 bits of both and of the account's present password. */
interface ResetToken {
  readonly accountId: string
  readonly endsAt: Date
  readonly proof: string
}

const ID_BYTES = 16
const END_BYTES = 4
const TOKEN_CHARS = 48

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export function writeResetToken({ accountId, endsAt, proof }: ResetToken): string {
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32BE(endsAt.getTime() / 1_000)
  return Buffer.concat([bytesOf(accountId), end, bytesOf(proof)]).toString('base64url')
}

export function readResetToken(text: string): ResetToken | undefined {
  const token = mailedToken(text, TOKEN_CHARS)
  if (token === undefined) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return {
    accountId: uuidOf(bytes.subarray(0, ID_BYTES)),
    endsAt: new Date(bytes.readUInt32BE(ID_BYTES) * 1_000),
    proof: uuidOf(bytes.subarray(ID_BYTES + END_BYTES)),
  }
}

const MINUTE_MS = 60_000
const ACCOUNT_PREFIX = accountStream('')

export const resetAddressee = (accountId: string): Addressee => ({
  kind: 'password-reset',
  subject: accountStream(accountId),
})

/** The link is made just before the mail is sent, so that it has not expired while the mail server was down. */
export const createResetLetters =
  (deps: Pick<Ctx, 'store' | 'names' | 'now' | 'publicUrl'>): WriteLetter =>
  async ({ id, subject }) => {
    const { state } = await load(deps.store, account, subject)
    if (state.status !== 'registered' || state.email === '') return undefined
    const accountId = subject.slice(ACCOUNT_PREFIX.length)
    const date = deps.now()
    const token = resetTokenOf(deps, accountId, state, date)
    const { publicUrl } = deps
    const link = `${publicUrl}/auth/reset?token=${token}`
    const mail = resetMail({
      to: state.email,
      name: state.name,
      link,
      minutes: LIMITS.resetMinutes,
      publicUrl,
    })
    return { id, date, mail }
  }

function resetTokenOf(
  deps: Pick<Ctx, 'names'>,
  accountId: string,
  state: RegisteredAccount,
  madeAt: Date,
): string {
  const endsAt = new Date(madeAt.getTime() + LIMITS.resetMinutes * MINUTE_MS)
  return writeResetToken({ accountId, endsAt, proof: proofOf(deps, accountId, state, endsAt) })
}

/** It ends with the password and the mailbox that the account has, so that a link is good once. */
function proofOf({ names }: Pick<Ctx, 'names'>, accountId: string, state: RegisteredAccount, endsAt: Date) {
  const seconds = Math.floor(endsAt.getTime() / 1_000)
  const bound = ['reset', accountId, state.credentialId, normalEmail(state.email), seconds]
  return derivedId(names.identity('code', bound.join('\n')))
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

export function resetMail({ name, link, minutes, ...recipient }: ResetMail) {
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
      await takeAccountMail(deps, 'resets', body.email)
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
    if (!isGood(deps, token, state)) return { ...invalid, message: REFUSALS['invalid-token'].detail }
    return { valid: true, email: state.email, message: GOOD_LINK }
  })

  route(router, deps, postResetPassword, async ({ body, wrote, concerns, request }) => {
    const token = readResetToken(body.token)
    if (token === undefined) throw new Refusal('invalid-token')
    const { accountId } = token
    concerns(accountId)
    const before = await loadAccount(deps, accountId)
    // Before the hash: invalid links take no slots, and good ones wait behind no flood of logins.
    if (!isGood(deps, token, before)) throw new Refusal('invalid-token')
    const { email, credentialId: replaces } = before
    const password = body.new_password
    await refuseWeak(deps, { password, email, field: 'new_password' })
    const commandOf = (credentialId: string) =>
      ({ type: 'ResetPassword', email, replaces, credentialId }) as const
    const change = () => setPassword(deps, { accountId, password, commandOf })
    const { state, appended } = await deps.hashing(change, async () => true)
    if (state.status === 'unknown') throw new Refusal('invalid-token')
    wrote(appended)
    if (!state.isActive) return { message: CHANGED_BUT_INACTIVE }
    const access_token = await beginSession(deps, { id: accountId, state, request })
    return { message: CHANGED, access_token, user: userOf(accountId, state) }
  })
}

function isGood(deps: Ctx, token: ResetToken, state: Account): state is RegisteredAccount {
  const { accountId, endsAt, proof } = token
  if (state.status === 'unknown' || state.email === '' || endsAt <= deps.now()) return false
  return timingSafeEqual(Buffer.from(proofOf(deps, accountId, state, endsAt)), Buffer.from(proof))
}
