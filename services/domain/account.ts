import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from './decider.ts'

/** An administrator made by whoever runs the installation: registered and activated at once, outside any limit. */
export type FoundAdministrator = {
  readonly type: 'FoundAdministrator'
  readonly name: string
  readonly email: string
}
/** The password was checked by the caller; what is decided here is whether the account may come in. */
export type SignIn = { readonly type: 'SignIn'; readonly method: 'password' | 'external' }
export type ReplacePassword = { readonly type: 'ReplacePassword'; readonly by: 'system' }
export type AccountCommand = FoundAdministrator | SignIn | ReplacePassword

export type Account =
  /** `sessionVersion` outlives an erasure: tokens of before must not open an account made anew. */
  | { readonly status: 'unknown'; readonly sessionVersion: number }
  | {
      readonly status: 'registered'
      readonly name: string
      readonly email: string
      readonly isActive: boolean
      readonly isAdmin: boolean
      readonly isActivated: boolean
      readonly maxProfiles: number
      readonly profiles: number
      /** Grows with all that ends sessions: a token of an older version is refused. */
      readonly sessionVersion: number
    }
export type RegisteredAccount = Extract<Account, { status: 'registered' }>

const DEFAULT_MAX_PROFILES = 1

function evolve(state: Account, event: PastEvent): Account {
  if (event.type === 'AccountRegistered')
    return registered(event.data.name, event.data.email, state.sessionVersion)
  if (event.type === 'AccountErased') return { status: 'unknown', sessionVersion: state.sessionVersion + 1 }
  return state.status === 'unknown' ? state : afterChange(afterSessionsEnded(state, event), event)
}

/** What makes older tokens worthless. */
function afterSessionsEnded(state: RegisteredAccount, { type }: PastEvent): RegisteredAccount {
  const ended = type === 'PasswordChanged' || type === 'SessionsClosed' || type === 'AccountDeactivated'
  return ended ? { ...state, sessionVersion: state.sessionVersion + 1 } : state
}

function afterChange(state: RegisteredAccount, event: PastEvent): RegisteredAccount {
  switch (event.type) {
    case 'AccountActivated':
      return { ...state, isActivated: true, maxProfiles: event.data.maxProfiles }
    case 'AccountRenamed':
      return { ...state, name: event.data.name ?? '' }
    case 'AdminGranted':
      return { ...state, isAdmin: true }
    case 'AdminRevoked':
      return { ...state, isAdmin: false }
    case 'AccountDeactivated':
      return { ...state, isActive: false }
    case 'AccountReactivated':
      return { ...state, isActive: true }
    case 'ProfileLimitChanged':
      return { ...state, maxProfiles: event.data.maxProfiles }
    case 'ProfileSlotTaken':
      return { ...state, profiles: state.profiles + 1 }
    case 'ProfileSlotFreed':
      return { ...state, profiles: state.profiles - 1 }
    default:
      return state
  }
}

const registered = (name = '', email = '', sessionVersion = 0): RegisteredAccount => ({
  status: 'registered',
  name,
  email,
  isActive: true,
  isAdmin: false,
  isActivated: false,
  maxProfiles: DEFAULT_MAX_PROFILES,
  profiles: 0,
  sessionVersion,
})

function decide(command: AccountCommand, state: Account): readonly DomainEvent[] {
  switch (command.type) {
    case 'FoundAdministrator':
      return foundAdministrator(command, state)
    case 'SignIn':
      return signIn(command, state)
    case 'ReplacePassword':
      return state.status === 'unknown' ? [] : [{ type: 'PasswordChanged', data: { by: command.by } }]
  }
}

function foundAdministrator({ name, email }: FoundAdministrator, state: Account): readonly DomainEvent[] {
  const granted: DomainEvent = { type: 'AdminGranted', data: {} }
  if (state.status === 'registered') return state.isAdmin ? [] : [granted]
  return [
    { type: 'AccountRegistered', data: { name, email } },
    { type: 'AccountActivated', data: { maxProfiles: DEFAULT_MAX_PROFILES } },
    granted,
  ]
}

function signIn({ method }: SignIn, state: Account): readonly DomainEvent[] {
  if (state.status === 'unknown') throw new Refusal('wrong-credentials')
  if (!state.isActive) throw new Refusal('account-inactive')
  return [{ type: 'SignedIn', data: { method } }]
}

export const account: Decider<Account, AccountCommand> = {
  initial: { status: 'unknown', sessionVersion: 0 },
  evolve,
  decide,
}
