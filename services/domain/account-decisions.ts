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
    case 'RenameAccount':
      return command.name === state.name ? [] : [{ type: 'AccountRenamed', data: { name: command.name } }]
    case 'RequestErasure':
      return requestErasure(state)
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
    case 'ChangeProfileLimit':
      return command.maxProfiles === state.maxProfiles
        ? []
        : [{ type: 'ProfileLimitChanged', data: { maxProfiles: command.maxProfiles } }]
    default:
      return toggle(command.type, state)
  }
}

function toggle(
  type: 'GrantAdmin' | 'RevokeAdmin' | 'Deactivate' | 'Reactivate',
  state: RegisteredAccount,
): Events {
  switch (type) {
    case 'GrantAdmin':
      return state.isAdmin ? [] : [...endOfStrangers(state), { type: 'AdminGranted', data: {} }]
    case 'RevokeAdmin':
      // Tokens state the administrator's right, so the old ones must end.
      return state.isAdmin
        ? [
            { type: 'AdminRevoked', data: {} },
            { type: 'SessionsClosed', data: { by: 'system' } },
          ]
        : []
    case 'Deactivate':
      return state.isActive ? [{ type: 'AccountDeactivated', data: {} }] : []
    case 'Reactivate':
      if (state.isErasing) throw new Refusal('conflict', 'Esa cuenta se está borrando.')
      return state.isActive ? [] : [{ type: 'AccountReactivated', data: {} }]
  }
}

/** Together: between the two, the owner could neither sign in nor count on the erasure. */
function requestErasure({ isActive, isErasing }: RegisteredAccount): Events {
  if (isErasing) return []
  const requested: DomainEvent = { type: 'AccountErasureRequested', data: {} }
  return isActive ? [{ type: 'AccountDeactivated', data: {} }, requested] : [requested]
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

/** A right must be granted in the same append: else a stranger who registered the address has it for a moment. */
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
    // The provider vouches for the mailbox, so this event marks its holder as proven.
    { type: 'PasswordDropped', data: {} },
    { type: 'ExternalLoginLinked', data: { issuer, subject } },
  ]
}

/** A password set before anybody proved to hold the mailbox may be a stranger's: it ends here. */
function linkExternalLogin({ issuer, subject }: LinkExternalLogin, state: RegisteredAccount): Events {
  const known = state.externalLogins.find((login) => login.issuer === issuer)
  // The address has another holder now, or the account's personal data was erased.
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
  // Compared as instants: texts with and without milliseconds do not sort alike.
  const isOver = reset === undefined || Date.parse(reset.expiresAt) <= Date.parse(now)
  if (isOver || reset.tokenHash !== tokenHash) throw new Refusal('invalid-token')
  return [{ type: 'PasswordChanged', data: { by: 'reset', credentialId } }]
}

function replacePassword({ by, credentialId, replaces }: ReplacePassword, state: RegisteredAccount): Events {
  if (state.hasPassword && state.credentialId === credentialId) return []
  // A concurrent change came first: the caller checked a password that is no longer valid.
  if (by === 'owner' && (!state.hasPassword || state.credentialId !== replaces))
    throw new Refusal('wrong-credentials')
  return [{ type: 'PasswordChanged', data: { by, credentialId } }]
}

function activate({ code, maxProfiles, profileId }: Activate, state: RegisteredAccount): Events {
  if (state.activation?.code === code) return []
  if (state.activation !== undefined) throw new Refusal('already-activated')
  // An administrator may have allowed more before.
  const allowed = { code, maxProfiles: Math.max(maxProfiles, state.maxProfiles) }
  // An administrator may have a profile already, and a second one might exceed the limit.
  if (state.slots.length > 0) return [{ type: 'AccountActivated', data: allowed }]
  return [
    { type: 'AccountActivated', data: { ...allowed, profileId } },
    { type: 'ProfileSlotTaken', data: { profileId } },
  ]
}

function takeProfileSlot({ profileId }: TakeProfileSlot, state: RegisteredAccount): Events {
  if (state.slots.includes(profileId)) return []
  if (state.slots.length >= state.maxProfiles) throw new Refusal('profile-limit')
  return [{ type: 'ProfileSlotTaken', data: { profileId } }]
}
