import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type {
  AccountCommand,
  Activate,
  FoundAdministrator,
  LinkExternalLogin,
  Register,
  RegisterExternally,
  RequestPasswordReset,
  ReplacePassword,
  ResetPassword,
  SignIn,
  TakeProfileSlot,
} from './account-commands.ts'
import { withinRoom } from './account-room.ts'
import type { Account, RegisteredAccount } from './account-state.ts'

type Events = readonly DomainEvent[]

/** What an account allows, as long as there is room for it. */
export function decideAccount(command: AccountCommand, state: Account): Events {
  const events = decided(command, state)
  return state.status === 'unknown' || events.length === 0 ? events : withinRoom(command, state, events)
}

function decided(command: AccountCommand, state: Account): Events {
  switch (command.type) {
    case 'FoundAdministrator':
      return foundAdministrator(command, state)
    case 'Register':
      return register(command, state)
    case 'RegisterExternally':
      return registerExternally(command, state)
    case 'SignIn':
      return signIn(command, state)
    case 'ResetPassword':
      return resetPassword(command, state)
    default:
      return state.status === 'unknown' ? unknownAccount(command) : decideRegistered(command, state)
  }
}

type OnRegistered = Exclude<
  AccountCommand,
  { type: 'FoundAdministrator' | 'Register' | 'RegisterExternally' | 'SignIn' | 'ResetPassword' }
>

/** What is to be taken away is not there: nothing to do. All else needs an account. */
function unknownAccount({ type }: OnRegistered): Events {
  if (type === 'EraseAccount' || type === 'FreeProfileSlot' || type === 'RequestPasswordReset') return []
  throw new Refusal('not-found')
}

function decideRegistered(command: OnRegistered, state: RegisteredAccount): Events {
  switch (command.type) {
    case 'LinkExternalLogin':
      return linkExternalLogin(command, state)
    case 'RequestPasswordReset':
      return requestPasswordReset(command, state)
    case 'ReplacePassword':
      return replacePassword(command, state)
    case 'CloseSessions':
      return [{ type: 'SessionsClosed', data: { by: command.by } }]
    case 'EraseAccount':
      return [{ type: 'AccountErased', data: {} }]
    case 'Activate':
      return activate(command, state)
    case 'TakeProfileSlot':
      return takeProfileSlot(command, state)
    case 'FreeProfileSlot':
      return state.slots.includes(command.profileId)
        ? [{ type: 'ProfileSlotFreed', data: { profileId: command.profileId } }]
        : []
    default:
      return toggle(command.type, state)
  }
}

/** Rights and state, given and taken: what is so already is nothing new. */
function toggle(
  type: 'GrantAdmin' | 'RevokeAdmin' | 'Deactivate' | 'Reactivate',
  state: RegisteredAccount,
): Events {
  switch (type) {
    case 'GrantAdmin':
      return state.isAdmin ? [] : [...endOfStrangers(state), { type: 'AdminGranted', data: {} }]
    case 'RevokeAdmin':
      // A token says who is an administrator: the old ones must end.
      return state.isAdmin
        ? [
            { type: 'AdminRevoked', data: {} },
            { type: 'SessionsClosed', data: { by: 'system' } },
          ]
        : []
    case 'Deactivate':
      return state.isActive ? [{ type: 'AccountDeactivated', data: {} }] : []
    case 'Reactivate':
      return state.isActive ? [] : [{ type: 'AccountReactivated', data: {} }]
  }
}

const FOUNDER_MAX_PROFILES = 1

function foundAdministrator({ name, email, credentialId }: FoundAdministrator, state: Account): Events {
  const granted: DomainEvent = { type: 'AdminGranted', data: {} }
  if (state.status === 'registered')
    return state.isAdmin ? [] : [...endOfStrangers(state, credentialId), granted]
  return [
    { type: 'AccountRegistered', data: { name, email, credentialId } },
    { type: 'AccountActivated', data: { maxProfiles: FOUNDER_MAX_PROFILES } },
    granted,
  ]
}

/**
 * Ends password and sessions that may be a stranger's. A right is given in the same append, or not at all: whoever
 * registered the address first must not have it for a moment.
 * @param credentialId of the password that takes the place of theirs
 */
function endOfStrangers(state: RegisteredAccount, credentialId?: string): Events {
  if (state.isHolderProven) return []
  const isAnother = credentialId !== undefined && credentialId !== state.credentialId
  return isAnother
    ? [{ type: 'PasswordChanged', data: { by: 'system', credentialId } }]
    : [{ type: 'PasswordDropped', data: {} }]
}

function register({ name, email, credentialId, consent }: Register, state: Account): Events {
  if (state.status === 'registered') throw new Refusal('email-taken', undefined, { field: 'email' })
  return [{ type: 'AccountRegistered', data: { name, email, credentialId, consent } }]
}

function registerExternally(command: RegisterExternally, state: Account): Events {
  const { name, email, consent, issuer, subject } = command
  if (state.status === 'registered')
    return linkExternalLogin({ ...command, type: 'LinkExternalLogin' }, state)
  return [
    { type: 'AccountRegistered', data: { name, email, consent } },
    // The provider vouches for the mailbox: its holder is proven, though no password was ever set.
    { type: 'PasswordDropped', data: {} },
    { type: 'ExternalLoginLinked', data: { issuer, subject } },
  ]
}

/**
 * The provider vouches for the e-mail. What was set before anybody showed to have that mailbox ends with it, else whoever
 * registers a stranger's address would share their account. Logs of before kept such passwords: they end with the next
 * login by the provider.
 */
function linkExternalLogin({ issuer, subject }: LinkExternalLogin, state: RegisteredAccount): Events {
  const known = state.externalLogins.find((login) => login.issuer === issuer)
  // The same address is somebody else's now, or the account's person was forgotten.
  if (known !== undefined && known.subject !== subject) throw new Refusal('external-login-failed')
  const linked: Events =
    known === undefined ? [{ type: 'ExternalLoginLinked', data: { issuer, subject } }] : []
  return [...linked, ...endOfStrangers(state)]
}

function signIn({ method, unlessSince }: SignIn, state: Account): Events {
  if (state.status === 'unknown') throw new Refusal('wrong-credentials')
  if (!state.isActive) throw new Refusal('account-inactive')
  const isKnown = Date.parse(state.signedInAt ?? '') > Date.parse(unlessSince ?? '')
  return isKnown ? [] : [{ type: 'SignedIn', data: { method } }]
}

function requestPasswordReset(
  { tokenHash, expiresAt }: RequestPasswordReset,
  { reset }: RegisteredAccount,
): Events {
  if (reset?.tokenHash === tokenHash) return []
  return [{ type: 'PasswordResetRequested', data: { tokenHash, expiresAt } }]
}

function resetPassword({ tokenHash, now, credentialId }: ResetPassword, state: Account): Events {
  const reset = state.status === 'registered' ? state.reset : undefined
  // As instants: as texts, a moment with and one without milliseconds do not compare.
  const isOver = reset === undefined || Date.parse(reset.expiresAt) <= Date.parse(now)
  if (isOver || reset.tokenHash !== tokenHash) throw new Refusal('invalid-token')
  return [{ type: 'PasswordChanged', data: { by: 'reset', credentialId } }]
}

function replacePassword({ by, credentialId, replaces }: ReplacePassword, state: RegisteredAccount): Events {
  if (state.hasPassword && state.credentialId === credentialId) return []
  // Somebody else was quicker: what the caller checked is not the password any more.
  if (by === 'owner' && (!state.hasPassword || state.credentialId !== replaces))
    throw new Refusal('wrong-credentials')
  return [{ type: 'PasswordChanged', data: { by, credentialId } }]
}

function activate({ code, maxProfiles, profileId }: Activate, state: RegisteredAccount): Events {
  if (state.activation?.code === code) return []
  if (state.activation !== undefined) throw new Refusal('already-activated')
  // Who has been an administrator may have a profile already: no other is made, which might not have a place.
  if (state.slots.length > 0) return [{ type: 'AccountActivated', data: { code, maxProfiles } }]
  return [
    { type: 'AccountActivated', data: { code, maxProfiles, profileId } },
    { type: 'ProfileSlotTaken', data: { profileId } },
  ]
}

function takeProfileSlot({ profileId }: TakeProfileSlot, state: RegisteredAccount): Events {
  if (state.slots.includes(profileId)) return []
  if (state.slots.length >= state.maxProfiles) throw new Refusal('profile-limit')
  return [{ type: 'ProfileSlotTaken', data: { profileId } }]
}
