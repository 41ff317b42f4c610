import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Account, RegisteredAccount } from './account-state.ts'

type Events = readonly DomainEvent[]

export interface RequestPasswordReset {
  readonly type: 'RequestPasswordReset'
  readonly tokenHash: string
  readonly expiresAt: string
}
export interface ResetPassword {
  readonly type: 'ResetPassword'
  readonly tokenHash: string
  readonly now: string
  readonly credentialId: string
}
/** The caller has checked the present password, which is the credential that `replaces` names. */
export interface ReplacePassword {
  readonly type: 'ReplacePassword'
  readonly by: 'owner' | 'system'
  readonly credentialId: string
  readonly replaces?: string | undefined
}

export function requestPasswordReset(
  { tokenHash, expiresAt }: RequestPasswordReset,
  { reset }: RegisteredAccount,
): Events {
  if (reset?.tokenHash === tokenHash) return []
  return [{ type: 'PasswordResetRequested', data: { tokenHash, expiresAt } }]
}

export function resetPassword({ tokenHash, now, credentialId }: ResetPassword, state: Account): Events {
  const reset = state.status === 'registered' ? state.reset : undefined
  // Compared as instants: texts with and without milliseconds do not sort alike.
  const isOver = reset === undefined || Date.parse(reset.expiresAt) <= Date.parse(now)
  if (isOver || reset.tokenHash !== tokenHash) throw new Refusal('invalid-token')
  return [{ type: 'PasswordChanged', data: { by: 'reset', credentialId } }]
}

export function replacePassword(
  { by, credentialId, replaces }: ReplacePassword,
  state: RegisteredAccount,
): Events {
  if (state.hasPassword && state.credentialId === credentialId) return []
  // A concurrent change came first: the caller checked a password that is no longer valid.
  if (by === 'owner' && (!state.hasPassword || state.credentialId !== replaces))
    throw new Refusal('wrong-credentials')
  return [{ type: 'PasswordChanged', data: { by, credentialId } }]
}
