import type { Router } from 'express'
import {
  getVerifyResetToken,
  postForgotPassword,
  postResetPassword,
} from '@app/contracts/accounts/auth-calls.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import type { Account, RegisteredAccount } from './account/account-state.ts'
import { account } from './account.ts'
import { loadAccount } from './account-deps.ts'
import { resetAddressee } from './reset-link.ts'
import { setPassword, refuseWeak } from './password-change.ts'
import { readResetToken, type ResetToken } from '../platform/http/access/reset-token.ts'
import { route } from '../platform/http/route.ts'
import { beginSession, userOf } from './session-answer.ts'
import type { AccountDeps } from './account-deps.ts'

const SENT = 'Si el correo existe, te enviamos un enlace.'
const GOOD_LINK = 'Enlace válido'
const NO_TOKEN_AT_ALL = 'Token inválido'
const CHANGED = 'Contraseña actualizada'
const CHANGED_BUT_INACTIVE =
  'Contraseña actualizada. Tu cuenta sigue desactivada: escríbenos para reactivarla.'

export function resetRoutes(router: Router, deps: AccountDeps): void {
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
