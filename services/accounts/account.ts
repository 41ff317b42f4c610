import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { slotDecides, type SlotCommand } from './account-slots.ts'
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
import { accountState, type Account, type RegisteredAccount } from './account-state.ts'
import type { Decider } from '../kernel/decider.ts'

type Events = readonly DomainEvent[]

interface CloseSessions {
  readonly type: 'CloseSessions'
  readonly by: 'owner' | 'admin' | 'system'
}

type OnRegistered =
  | LoginCommand
  | SlotCommand
  | CloseSessions
  | { readonly type: 'RenameAccount'; readonly name: string }
  | { readonly type: 'GrantAdmin' }
  | { readonly type: 'RevokeAdmin' }
  | { readonly type: 'Deactivate' }
  | { readonly type: 'Reactivate' }
  | { readonly type: 'RequestErasure' }
  | { readonly type: 'EraseAccount' }

export type AccountCommand = FirstCommand | OnRegistered

export const account: Decider<Account, AccountCommand> = {
  ...accountState,
  decide: (command, state) => {
    const events = decide(command, state)
    if (state.status === 'registered' && events.length > 0) refuseWithoutRoom(command, state)
    return events
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
    default: {
      if (state.status === 'unknown') return unknownAccount(command)
      const decideOne = DECIDES[command.type] as Decide<OnRegistered>
      return decideOne(command, state)
    }
  }
}

function unknownAccount({ type }: OnRegistered): Events {
  if (type === 'EraseAccount' || type === 'FreeProfileSlot') return []
  throw new Refusal('not-found')
}

type Decide<Command> = (command: Command, state: RegisteredAccount) => Events

const DECIDES: { readonly [Type in OnRegistered['type']]: Decide<Extract<OnRegistered, { type: Type }>> } = {
  LinkExternalLogin: linkExternalLogin,
  ReplacePassword: replacePassword,
  CloseSessions: closeSessions,
  ChangeEmail: changeEmail,
  RenameAccount: ({ name }, state) =>
    name === state.name ? [] : [{ type: 'AccountRenamed', data: { name } }],
  RequestErasure: (_command, state) => requestErasure(state),
  EraseAccount: () => [{ type: 'AccountErased', data: {} }],
  ...slotDecides,
  GrantAdmin: (_command, state) =>
    state.isAdmin ? [] : [...endOfStrangers(state), { type: 'AdminGranted', data: {} }],
  // Tokens state the administrator's right, so the old ones must end.
  RevokeAdmin: (_command, { isAdmin }) =>
    isAdmin ? [{ type: 'AdminRevoked', data: {} }, ...closeSessions({ by: 'system' })] : [],
  Deactivate: (_command, { isActive }) => (isActive ? [{ type: 'AccountDeactivated', data: {} }] : []),
  Reactivate: (_command, { isActive, isErasing }) => {
    if (isErasing) throw new Refusal('conflict', 'Esa cuenta se está borrando.')
    return isActive ? [] : [{ type: 'AccountReactivated', data: {} }]
  },
}

/** Together: between the two, the owner could neither sign in nor count on the erasure. */
function requestErasure({ isActive, isErasing }: RegisteredAccount): Events {
  if (isErasing) return []
  const requested: DomainEvent = { type: 'AccountErasureRequested', data: {} }
  return isActive ? [{ type: 'AccountDeactivated', data: {} }, requested] : [requested]
}

/** The last quarter is for password and session events, with which owners lock intruders out. */
const SLOTS_UP_TO = (LIMITS.streamEventsMax * 3) / 4

const ROOM: { readonly [Type in AccountCommand['type']]?: number } = {
  TakeProfileSlot: SLOTS_UP_TO,
  RenameAccount: SLOTS_UP_TO,
  ChangeProfileLimit: SLOTS_UP_TO,
  ChangeEmail: SLOTS_UP_TO,
  ResetPassword: LIMITS.streamEventsMax,
  ReplacePassword: LIMITS.streamEventsMax,
  CloseSessions: LIMITS.streamEventsMax,
}

function refuseWithoutRoom(command: AccountCommand, { recorded }: RegisteredAccount): void {
  const isOwn = !('by' in command) || command.by === 'owner'
  if (isOwn && recorded >= (ROOM[command.type] ?? Infinity)) throw new Refusal('history-full')
}

function closeSessions({ by }: Pick<CloseSessions, 'by'>): Events {
  return [{ type: 'SessionsClosed', data: { by } }]
}
