import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { hasEnded, type Account, type RegisteredAccount } from './account-state.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'

type Events = readonly DomainEvent[]

export interface FoundAdministrator {
  readonly type: 'FoundAdministrator'
  readonly name: string
  readonly email: string
  readonly credentialId: string | undefined
}
export interface Register {
  readonly type: 'Register'
  readonly name: string
  readonly email: string
  readonly credentialId: string
  readonly consent: string
}
interface ExternalPerson {
  readonly issuer: string
  readonly subject: string
}
export interface RegisterExternally extends ExternalPerson {
  readonly type: 'RegisterExternally'
  readonly name: string
  readonly email: string
  readonly consent: string
}
export interface LinkExternalLogin extends ExternalPerson {
  readonly type: 'LinkExternalLogin'
}

export type LoginCommand = LinkExternalLogin | ReplacePassword | ChangeEmail
export type FirstCommand = FoundAdministrator | Register | RegisterExternally | ResetPassword

export function foundAdministrator(
  { name, email, credentialId }: FoundAdministrator,
  state: Account,
): Events {
  const granted: DomainEvent = { type: 'AdminGranted', data: {} }
  if (hasEnded(state)) throw new Refusal('email-taken')
  if (state.status === 'registered')
    return state.isAdmin ? [] : [...endOfStrangers(state, credentialId), granted]
  return [
    { type: 'AccountRegistered', data: { name, email, credentialId } },
    { type: 'AccountActivated', data: { maxProfiles: LIMITS.profilesByDefault } },
    granted,
  ]
}

/** A right must be granted in the same append: else a stranger who registered the address has it for a moment. */
export function endOfStrangers(state: RegisteredAccount, credentialId?: string): Events {
  if (state.isHolderProven) return []
  const isAnother = credentialId !== undefined && credentialId !== state.credentialId
  return isAnother
    ? [{ type: 'PasswordChanged', data: { by: 'system', credentialId } }]
    : [{ type: 'PasswordDropped', data: {} }]
}

export function register({ name, email, credentialId, consent }: Register, state: Account): Events {
  // One that was erased a moment ago is still the e-mail's account to a call that looked it up before.
  if (state.status === 'registered' || hasEnded(state))
    throw new Refusal('email-taken', undefined, { field: 'email' })
  return [{ type: 'AccountRegistered', data: { name, email, credentialId, consent } }]
}

export function registerExternally(command: RegisterExternally, state: Account): Events {
  const { name, email, consent, issuer, subject } = command
  if (hasEnded(state)) throw new Refusal('external-login-failed')
  if (state.status === 'registered')
    return linkExternalLogin({ ...command, type: 'LinkExternalLogin' }, state)
  return [
    { type: 'AccountRegistered', data: { name, email, consent } },
    // The provider vouches for the mailbox, so this event marks its holder as proven.
    { type: 'PasswordDropped', data: {} },
    { type: 'ExternalLoginLinked', data: { issuer, subject } },
  ]
}

/** A password set before anybody proved to hold the mailbox may be a stranger's: it ends here. */
export function linkExternalLogin({ issuer, subject }: LinkExternalLogin, state: RegisteredAccount): Events {
  const present = state.externalLogins.find((login) => login.issuer === issuer)
  // The address has another holder now, or the account's personal data was erased.
  if (present !== undefined && present.subject !== subject) throw new Refusal('external-login-failed')
  const linked: Events =
    present === undefined ? [{ type: 'ExternalLoginLinked', data: { issuer, subject } }] : []
  return [...linked, ...endOfStrangers(state)]
}

/** The caller has claimed the e-mail. */
export interface ChangeEmail {
  readonly type: 'ChangeEmail'
  readonly email: string
  readonly by: 'owner' | 'admin'
}

export function changeEmail({ email, by }: ChangeEmail, state: RegisteredAccount): Events {
  const { email: previous } = state
  if (normalEmail(email) === normalEmail(previous)) return []
  if (previous === '') throw new Refusal('conflict', 'Los datos de esa cuenta están bloqueados.')
  return [{ type: 'EmailChanged', data: { email, previousEmail: previous, by } }]
}

/** The caller has checked a link, which was made for this mailbox and password. */
export interface ResetPassword {
  readonly type: 'ResetPassword'
  readonly email: string
  readonly replaces: string | undefined
  readonly credentialId: string
}
/** The caller has checked the present password, which is the credential that `replaces` names. */
export interface ReplacePassword {
  readonly type: 'ReplacePassword'
  readonly by: 'owner' | 'system'
  readonly credentialId: string
  readonly replaces?: string | undefined
}

export function resetPassword({ email, replaces, credentialId }: ResetPassword, state: Account): Events {
  if (state.status === 'unknown' || state.email !== email || state.credentialId !== replaces)
    throw new Refusal('invalid-token')
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
