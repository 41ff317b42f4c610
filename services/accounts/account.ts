import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import {
  changeEmail,
  endOfStrangers,
  foundAdministrator,
  linkExternalLogin,
  register,
  registerExternally,
  replacePassword,
  resetPassword,
  type FirstCommand,
  type LoginCommand,
} from './account-logins.ts'
import {
  closeSessions,
  type CloseSessions,
  evolveAccount,
  NO_ACCOUNT,
  type Account,
  type RegisteredAccount,
} from './account-state.ts'
import type { Decider } from '../kernel/decider.ts'

type Events = readonly DomainEvent[]

type ChangeRights = { readonly type: 'GrantAdmin' | 'RevokeAdmin' | 'Deactivate' | 'Reactivate' }

/** Commands on an account that is there. The caller has checked and hashed passwords and tokens. */
type OnRegistered =
  | LoginCommand
  | SlotCommand
  | ChangeRights
  | CloseSessions
  | { readonly type: 'RenameAccount'; readonly name: string }
  | { readonly type: 'RequestErasure' | 'EraseAccount' }

export type AccountCommand = FirstCommand | OnRegistered

export const account: Decider<Account, AccountCommand> = {
  initial: NO_ACCOUNT,
  evolve: evolveAccount,
  decide: (command, state) => {
    const events = decide(command, state)
    return state.status === 'unknown' || events.length === 0 ? events : withinRoom(command, state, events)
  },
}

function decide(command: AccountCommand, state: Account): Events {
  switch (command.type) {
    case 'FoundAdministrator':
      return foundAdministrator(command, state)
    case 'Register':
      return register(command, state)
    case 'RegisterExternally':
      return registerExternally(command, state)
    case 'ResetPassword':
      return resetPassword(command, state)
    default:
      return state.status === 'unknown' ? unknownAccount(command) : decideRegistered(command, state)
  }
}

function unknownAccount({ type }: OnRegistered): Events {
  if (type === 'EraseAccount' || type === 'FreeProfileSlot') return []
  throw new Refusal('not-found')
}

function decideRegistered(command: OnRegistered, state: RegisteredAccount): Events {
  switch (command.type) {
    case 'LinkExternalLogin':
      return linkExternalLogin(command, state)
    case 'ReplacePassword':
      return replacePassword(command, state)
    case 'CloseSessions':
      return closeSessions(command)
    case 'RenameAccount':
      return command.name === state.name ? [] : [{ type: 'AccountRenamed', data: { name: command.name } }]
    case 'ChangeEmail':
      return changeEmail(command, state)
    case 'RequestErasure':
      return requestErasure(state)
    case 'EraseAccount':
      return [{ type: 'AccountErased', data: {} }]
    case 'Activate':
      return activate(command, state)
    case 'TakeProfileSlot':
      return takeProfileSlot(command, state)
    case 'FreeProfileSlot':
      return freeProfileSlot(command, state)
    case 'ChangeProfileLimit':
      return changeProfileLimit(command, state)
    default:
      return changeRights(command, state)
  }
}

function changeRights({ type }: ChangeRights, state: RegisteredAccount): Events {
  switch (type) {
    case 'GrantAdmin':
      return state.isAdmin ? [] : [...endOfStrangers(state), { type: 'AdminGranted', data: {} }]
    case 'RevokeAdmin':
      // Tokens state the administrator's right, so the old ones must end.
      return state.isAdmin ? [{ type: 'AdminRevoked', data: {} }, ...closeSessions({ by: 'system' })] : []
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

/** The last quarter is for password and session events, with which owners lock intruders out. */
const SLOTS_UP_TO = (LIMITS.streamEventsMax * 3) / 4

/** Staff commands on rights, one-time commands and removals always have room. @throws Refusal history-full */
function withinRoom(command: AccountCommand, state: RegisteredAccount, events: Events): Events {
  switch (command.type) {
    case 'TakeProfileSlot':
    case 'RenameAccount':
    case 'ChangeProfileLimit':
      return below(SLOTS_UP_TO, state, events)
    case 'ResetPassword':
      return below(LIMITS.streamEventsMax, state, events)
    case 'ChangeEmail':
      return command.by === 'admin' ? events : below(SLOTS_UP_TO, state, events)
    case 'ReplacePassword':
    case 'CloseSessions':
      return command.by === 'owner' ? below(LIMITS.streamEventsMax, state, events) : events
    default:
      return events
  }
}

function below(max: number, { recorded }: RegisteredAccount, events: Events): Events {
  if (recorded >= max) throw new Refusal('history-full')
  return events
}

/** Precondition: this account has redeemed the code. */
interface Activate {
  readonly type: 'Activate'
  readonly code: string
  readonly maxProfiles: number
  readonly profileId: string
}
interface TakeProfileSlot {
  readonly type: 'TakeProfileSlot'
  readonly profileId: string
}
interface FreeProfileSlot {
  readonly type: 'FreeProfileSlot'
  readonly profileId: string
}
/** A limit below what the account has takes no profile from it. */
interface ChangeProfileLimit {
  readonly type: 'ChangeProfileLimit'
  readonly maxProfiles: number
}

type SlotCommand = Activate | TakeProfileSlot | FreeProfileSlot | ChangeProfileLimit

/** A frozen account's words do not open, and a new card would be visible. @throws Refusal conflict */
function refuseWhileFrozen({ email }: RegisteredAccount): void {
  if (email === '') throw new Refusal('conflict', 'Tus datos están bloqueados: no puedes crear una tarjeta.')
}

function activate({ code, maxProfiles, profileId }: Activate, state: RegisteredAccount): Events {
  if (state.activation?.code === code) return []
  if (state.activation !== undefined) throw new Refusal('already-activated')
  refuseWhileFrozen(state)
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
  refuseWhileFrozen(state)
  if (state.slots.length >= state.maxProfiles) throw new Refusal('profile-limit')
  return [{ type: 'ProfileSlotTaken', data: { profileId } }]
}

const freeProfileSlot = ({ profileId }: FreeProfileSlot, { slots }: RegisteredAccount): Events =>
  slots.includes(profileId) ? [{ type: 'ProfileSlotFreed', data: { profileId } }] : []

const changeProfileLimit = ({ maxProfiles }: ChangeProfileLimit, state: RegisteredAccount): Events =>
  maxProfiles === state.maxProfiles ? [] : [{ type: 'ProfileLimitChanged', data: { maxProfiles } }]
